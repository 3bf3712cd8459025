// Checks a code of the second factor: six digits of the authenticator app, or a recovery code. Each counts once.
import { randomBytes } from 'node:crypto'
import { boxFor, type Context } from '../../context.ts'
import { fromBase32, matchingStep } from '../../lib/totp.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredUser } from '../users/user.ts'
import { replaceRecoveryCodes, useRecoveryCode, useTotpStep } from './two-factor-store.ts'

type Factor = Pick<StoredUser, 'id' | 'totp_sealed' | 'totp_last_step'>
type Needs = Pick<Context, 'box' | 'clock'>

const recoveryCodeCount = 10

export function totpPlace(userId: string) {
  return { table: 'users', row: userId, column: 'totp_sealed' }
}

export async function secondFactorMatches(trx: Trx, ctx: Needs, user: Factor, code: string): Promise<boolean> {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  return /^\d{6}$/.test(plain) ? totpMatches(trx, ctx, user, plain) : useRecoveryCode(trx, user.id, plain)
}

async function totpMatches(trx: Trx, ctx: Needs, user: Factor, code: string): Promise<boolean> {
  if (user.totp_sealed === null) return false
  const secret = boxFor(ctx, 'the second factor').open(totpPlace(user.id), user.totp_sealed)
  const step = matchingStep(fromBase32(secret.reveal()), code, ctx.clock.now(), user.totp_last_step)
  return step !== undefined && useTotpStep(trx, user.id, step)
}

/** New codes in place of the old; only their hashes are kept. */
export async function renewRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomBytes(8).toString('hex'))
  await replaceRecoveryCodes(trx, userId, codes)
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}
