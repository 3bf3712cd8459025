// Checks a code of the second factor: six digits of the authenticator app, or a recovery code. Each counts once.
import { randomBytes } from 'node:crypto'
import { boxFor, type Context } from '../../context.ts'
import { hashCredential } from '../../lib/ids.ts'
import { fromBase32, matchingStep } from '../../lib/totp.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredUser } from '../users/user.ts'

const recoveryCodeCount = 10

export function totpPlace(userId: string) {
  return { table: 'users', row: userId, column: 'totp_sealed' }
}

export async function secondFactorMatches(
  trx: Trx,
  ctx: Pick<Context, 'box' | 'clock'>,
  user: Pick<StoredUser, 'id' | 'totp_sealed' | 'totp_last_step'>,
  code: string,
): Promise<boolean> {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  return /^\d{6}$/.test(plain) ? totpMatches(trx, ctx, user, plain) : useRecoveryCode(trx, user.id, plain)
}

async function totpMatches(
  trx: Trx,
  ctx: Pick<Context, 'box' | 'clock'>,
  user: Pick<StoredUser, 'id' | 'totp_sealed' | 'totp_last_step'>,
  code: string,
): Promise<boolean> {
  if (user.totp_sealed === null) return false
  const secret = boxFor(ctx, 'the second factor').open(totpPlace(user.id), user.totp_sealed)
  const step = matchingStep(fromBase32(secret.reveal()), code, ctx.clock.now(), user.totp_last_step)
  if (step === undefined) return false
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', user.id)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function useRecoveryCode(trx: Trx, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCredential(code))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** New codes in place of the old; only their hashes are kept. */
export async function renewRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomBytes(8).toString('hex'))
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCredential(code) })))
    .execute()
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}
