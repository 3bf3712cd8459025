// SQL and views of API tokens. Only the hash of a token is kept.
import type { Ability } from '@levelrail/contract/ability.ts'
import type { Token } from '@levelrail/contract/schemas/auth.ts'
import { notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { TokenRow } from '../../store/tables.ts'
import { readPolicy } from '../users/user.ts'

export async function insertToken(trx: Trx, token: TokenRow): Promise<void> {
  await trx.insertInto('tokens').values(token).execute()
}

export type OwnedToken = TokenRow & { owner: string }

/** Everybody's for an admin, else one's own. */
export async function listTokens(db: Db, ownerId: string | undefined): Promise<OwnedToken[]> {
  let rows = db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.owner_id')
    .selectAll('tokens')
    .select('users.email as owner')
  if (ownerId !== undefined) rows = rows.where('owner_id', '=', ownerId)
  return rows.orderBy('tokens.created_at', 'desc').orderBy('tokens.id', 'desc').limit(1000).execute()
}

export async function revokeToken(trx: Trx, id: string, ownerId: string | undefined, now: string): Promise<void> {
  let revoking = trx.updateTable('tokens').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null)
  if (ownerId !== undefined) revoking = revoking.where('owner_id', '=', ownerId)
  const { numUpdatedRows } = await revoking.executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('token', id)
}

export function viewToken(row: OwnedToken): Token {
  const abilities: Ability[] = JSON.parse(row.abilities)
  return {
    id: row.id,
    name: row.name,
    abilities,
    policy: readPolicy(row.policy),
    owner_id: row.owner_id,
    owner: row.owner,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
  }
}
