// SQL of sessions and of sign-ins that wait for their second factor.
import { notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { SessionRow } from '../../store/tables.ts'

export async function insertSession(trx: Trx, session: SessionRow): Promise<void> {
  await trx.insertInto('sessions').values(session).execute()
}

export async function listSessions(db: Db, userId: string, now: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
}

export async function touchSession(
  db: Db,
  id: string,
  lastSeenAt: string,
  expiresAt: string,
  address: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: lastSeenAt, expires_at: expiresAt, address })
    .where('id', '=', id)
    .execute()
}

export async function deleteSession(trx: Trx, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('session', id)
}

export async function insertChallenge(
  db: Db,
  challenge: { token_hash: string; user_id: string; expires_at: string },
): Promise<void> {
  await db
    .insertInto('mfa_challenges')
    .values({ ...challenge, attempts: 0 })
    .execute()
}

/** Counts one attempt; undefined when the challenge is unknown, over or used up. */
export async function useChallenge(
  db: Db,
  tokenHash: string,
  now: string,
  mostAttempts: number,
): Promise<{ user_id: string } | undefined> {
  return db
    .updateTable('mfa_challenges')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('attempts', '<', mostAttempts)
    .returning('user_id')
    .executeTakeFirst()
}

/** True for the one caller that ends it: two right codes at once make one session. */
export async function endChallenge(trx: Trx, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('mfa_challenges')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
