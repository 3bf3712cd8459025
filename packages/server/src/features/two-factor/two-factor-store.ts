// SQL of the second factor: the sealed secret beside the person, and the hashes of the recovery codes.
import { hashCredential } from '../../lib/ids.ts'
import type { Db, Trx } from '../../store/store.ts'

export async function saveTotpSecret(trx: Trx, userId: string, sealed: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ totp_sealed: sealed, totp_confirmed: 0, totp_last_step: 0 })
    .where('id', '=', userId)
    .execute()
}

export async function confirmTotp(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('users').set({ totp_confirmed: 1 }).where('id', '=', userId).execute()
}

/** True for the one caller that uses the step: a code counts once. */
export async function useTotpStep(trx: Trx, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function useRecoveryCode(trx: Trx, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCredential(code))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function replaceRecoveryCodes(trx: Trx, userId: string, codes: string[]): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashCredential(code) }))
  await trx.insertInto('recovery_codes').values(rows).execute()
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { codes } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('codes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(codes)
}
