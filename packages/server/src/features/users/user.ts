// People: pure rules and views. Spec 5.
import type { Role } from '@levelrail/contract/ability.ts'
import type { Policy, User } from '@levelrail/contract/schemas/users.ts'
import type { Selectable } from 'kysely'
import { conflict } from '../../errors.ts'
import type { UserRow } from '../../store/tables.ts'

export type StoredUser = Selectable<UserRow>

/** Addresses that differ only in case or in spaces around them are one person. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase()
}

/** What is shown of a person; a list reads no more than this, least of all hashes and sealed texts. */
export const shownColumns = [
  'id',
  'email',
  'display_name',
  'role',
  'policy',
  'totp_confirmed',
  'created_at',
  'last_login_at',
] as const
export type ShownUser = Pick<StoredUser, (typeof shownColumns)[number]>

export function viewUser(row: ShownUser): User {
  return {
    id: row.id,
    email: row.email,
    display_name: row.display_name,
    role: row.role as Role,
    policy: readPolicy(row.policy),
    two_factor: row.totp_confirmed === 1,
    created_at: row.created_at,
    last_login_at: row.last_login_at,
  }
}

export function readPolicy(text: string | null): Policy | null {
  return text === null ? null : (JSON.parse(text) as Policy)
}

export function writePolicy(policy: Policy | null | undefined): string | null {
  return policy ? JSON.stringify(policy) : null
}

/** An instance without an admin could not be mended from the dashboard. */
export function mustKeepAnAdmin(user: Pick<StoredUser, 'email' | 'role'>, admins: number, change: string): void {
  if (user.role === 'admin' && admins <= 1) {
    throw conflict(`${JSON.stringify(user.email)} is the last admin: make someone else an admin before you ${change}`)
  }
}
