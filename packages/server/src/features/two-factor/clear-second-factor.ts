// Takes the second factor off a person, with its recovery codes.
import type { Trx } from '../../store/store.ts'

export async function clearSecondFactor(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ totp_sealed: null, totp_confirmed: 0, totp_last_step: 0 })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
