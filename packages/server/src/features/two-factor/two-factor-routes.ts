// The second factor of one's own account. Spec 5; needs a master key, which seals the secret.
import { randomBytes } from 'node:crypto'
import { boxFor, type Context, type Handler } from '../../context.ts'
import { badRequest, conflict, tooManyRequests } from '../../errors.ts'
import type { RequestFacts } from '../../http/handler.ts'
import { Secret } from '../../lib/secret.ts'
import { base32, provisioningUri } from '../../lib/totp.ts'
import type { Trx } from '../../store/store.ts'
import { findUser } from '../users/user-view.ts'
import { clearSecondFactor } from './clear-second-factor.ts'
import { renewRecoveryCodes, secondFactorMatches, totpPlace } from './second-factor.ts'
import { confirmTotp, countRecoveryCodes, saveTotpSecret } from './two-factor-store.ts'

export const twoFactorView: Handler<'twoFactorView'> = async ({ db }, { actor }) => {
  const user = await findUser(db, actor.user.id)
  return { enabled: user.totp_confirmed === 1, recovery_codes_remaining: await countRecoveryCodes(db, user.id) }
}

export const twoFactorSetup: Handler<'twoFactorSetup'> = async (ctx, { actor, transact }) => {
  const box = boxFor(ctx, 'the second factor')
  const { id, email } = actor.user
  const secret = base32(randomBytes(20))
  await transact(`users/${id}`, async (trx) => {
    if ((await findUser(trx, id)).totp_confirmed === 1)
      throw conflict('the second factor is on already: turn it off first')
    await saveTotpSecret(trx, id, box.seal(totpPlace(id), new Secret(secret)))
  })
  return { secret, provisioning_uri: provisioningUri(secret, email) }
}

export const twoFactorConfirm: Handler<'twoFactorConfirm'> = async (ctx, { body, actor, request, transact }) => {
  boxFor(ctx, 'the second factor')
  const { id } = actor.user
  const recovery_codes = await transact(`users/${id}`, async (trx) => {
    const user = await findUser(trx, id)
    if (user.totp_confirmed === 1) throw conflict('the second factor is on already')
    if (user.totp_sealed === null) throw conflict('nothing to confirm: begin with the set-up of the second factor')
    await mustMatch(trx, ctx, id, body.code, request)
    await confirmTotp(trx, id)
    return renewRecoveryCodes(trx, id)
  })
  return { recovery_codes }
}

export const twoFactorDisable: Handler<'twoFactorDisable'> = async (ctx, { body, actor, request, transact }) => {
  const { id } = actor.user
  await transact(`users/${id}`, async (trx) => {
    await mustBeOn(trx, id)
    await mustMatch(trx, ctx, id, body.code, request)
    await clearSecondFactor(trx, id)
  })
}

export const recoveryCodesRenew: Handler<'recoveryCodesRenew'> = async (ctx, { body, actor, request, transact }) => {
  boxFor(ctx, 'the second factor')
  const { id } = actor.user
  const recovery_codes = await transact(`users/${id}`, async (trx) => {
    await mustBeOn(trx, id)
    await mustMatch(trx, ctx, id, body.code, request)
    return renewRecoveryCodes(trx, id)
  })
  return { recovery_codes }
}

async function mustBeOn(trx: Trx, userId: string): Promise<void> {
  if ((await findUser(trx, userId)).totp_confirmed !== 1) throw conflict('the second factor is off')
}

async function mustMatch(
  trx: Trx,
  ctx: Context,
  userId: string,
  code: string,
  { address }: RequestFacts,
): Promise<void> {
  const { throttle, clock } = ctx
  const waitMs = throttle.waitMs(address, clock.now())
  if (waitMs > 0) throw tooManyRequests(`too many failed attempts from ${address}`, waitMs / 1000)
  const user = await findUser(trx, userId)
  if (await secondFactorMatches(trx, ctx, user, code)) return
  throttle.failed(address, user.email, clock.now())
  throw badRequest('the code is wrong, or was used already: wait for the next one')
}
