// Ends sessions: of a person, all or all but the one in use; and those whose time is over.
import type { Db, Trx } from '../../store/store.ts'

export async function endSessions(trx: Trx, userId: string, exceptId = ''): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', exceptId).execute()
  await trx.deleteFrom('mfa_challenges').where('user_id', '=', userId).execute()
}

export async function forgetEndedSessions(db: Db, before: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute()
  await db.deleteFrom('mfa_challenges').where('expires_at', '<', before).execute()
}
