// SQL that changes people, and their list.
import type { Insertable, Updateable } from 'kysely'
import { conflict, notFound } from '../../errors.ts'
import type { Page } from '../../http/paging.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { UserRow } from '../../store/tables.ts'
import { isDuplicate } from '../../store/write-rules.ts'
import { type ShownUser, type StoredUser, shownColumns } from './user.ts'
import { findUser } from './user-view.ts'

export async function listUsers(db: Db, { limit, before }: Page): Promise<ShownUser[]> {
  let rows = db.selectFrom('users').select(shownColumns)
  if (before) {
    rows = rows.where((row) =>
      row.or([
        row('created_at', '<', before.at),
        row.and([row('created_at', '=', before.at), row('id', '<', before.id)]),
      ]),
    )
  }
  return rows
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function insertUser(db: Db | Trx, user: Insertable<UserRow>): Promise<StoredUser> {
  try {
    return await db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw user.is_first
      ? conflict('set-up is already done: sign in instead')
      : conflict(`there is already a user ${JSON.stringify(user.email)}`)
  }
}

export async function updateUser(db: Db | Trx, id: string, changes: Updateable<UserRow>): Promise<StoredUser> {
  if (Object.keys(changes).length === 0) return findUser(db, id)
  const row = await db.updateTable('users').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw notFound('user', id)
  return row
}

export async function deleteUser(db: Db | Trx, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('user', id)
}

export async function countAdmins(db: Db | Trx): Promise<number> {
  const { admins } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('admins'))
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  return Number(admins)
}
