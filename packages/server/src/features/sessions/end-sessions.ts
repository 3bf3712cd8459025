// Ends sessions of a person: all of them, or all but the one in use.
import type { Trx } from '../../store/store.ts'

export async function endSessions(trx: Trx, userId: string, exceptId = ''): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', exceptId).execute()
  await trx.deleteFrom('mfa_challenges').where('user_id', '=', userId).execute()
}
