// Set-up, sign-in, sign-out, sessions and passwords. Spec 5.

import { rm } from 'node:fs/promises'
import type { Context, Handler } from '../../context.ts'
import { conflict, forbidden, tooManyRequests, unauthenticated } from '../../errors.ts'
import type { RequestFacts } from '../../http/handler.ts'
import { isoAfter, isoNow, pause } from '../../lib/clock.ts'
import { hashCredential, newCredential, newId } from '../../lib/ids.ts'
import { checkNothing, hashPassword, passwordMatches } from '../../lib/password.ts'
import { secondFactorMatches } from '../two-factor/second-factor.ts'
import { checkSetupToken, insertFirstAdmin, setupTokenFile } from '../users/first-admin.ts'
import { setPassword } from '../users/set-password.ts'
import { viewUser } from '../users/user.ts'
import { findUser, getUserByEmail, hasUsers } from '../users/user-view.ts'
import { endSessions } from './end-sessions.ts'
import { openSession } from './open-session.ts'
import { deleteSession, endChallenge, insertChallenge, listSessions, useChallenge } from './session-store.ts'

const challengeMs = 5 * 60_000
const attemptsPerChallenge = 5

export const setupView: Handler<'setupView'> = async ({ db }) => ({ needed: !(await hasUsers(db)) })

export const setupComplete: Handler<'setupComplete'> = async (ctx, { body, request, answer, becomes, transact }) => {
  waitAfterFailures(ctx, request)
  if (await hasUsers(ctx.db)) throw conflict('set-up is already done: sign in instead')
  const id = newId('usr', ctx.clock.now())
  const passwordHash = await hashPassword(body.password)
  const { user, signIn } = await transact(`users/${id}`, async (trx) => {
    await checkSetupToken(trx, body.token).catch((error: unknown) => {
      ctx.throttle.failed(request.address, '', ctx.clock.now())
      throw error
    })
    const admin = { id, email: body.email, displayName: body.display_name.trim(), passwordHash }
    const made = await insertFirstAdmin(trx, ctx.clock, admin)
    becomes(viewUser(made))
    return { user: made, signIn: await openSession(trx, ctx, made, request) }
  })
  await rm(setupTokenFile(ctx.settings.APP_DATA_DIR), { force: true })
  signIn(answer)
  return viewUser(user)
}

export const login: Handler<'login'> = async (ctx, { body, request, answer, signal, becomes, transact }) => {
  const { db, clock, throttle } = ctx
  waitAfterFailures(ctx, request)
  const slowdown = throttle.slowdownMs(body.email, clock.now())
  if (slowdown > 0) await pause(clock, slowdown, signal)
  const user = await getUserByEmail(db, body.email)
  const isRight = user ? await passwordMatches(body.password, user.password_hash) : await checkNothing(body.password)
  if (!user || !isRight) {
    throttle.failed(request.address, body.email, clock.now())
    throw unauthenticated('the e-mail address or the password is wrong')
  }
  becomes(viewUser(user))
  if (user.totp_confirmed === 1) {
    const token = newCredential('lrm')
    await insertChallenge(db, {
      token_hash: hashCredential(token),
      user_id: user.id,
      expires_at: isoAfter(clock, challengeMs),
    })
    return { mfa_required: true, mfa_token: token }
  }
  throttle.succeeded(request.address, body.email)
  const signIn = await transact(`users/${user.id}`, (trx) => openSession(trx, ctx, user, request))
  signIn(answer)
  return viewUser(user)
}

export const loginVerify: Handler<'loginVerify'> = async (ctx, { body, request, answer, becomes, transact }) => {
  const { db, clock, throttle } = ctx
  waitAfterFailures(ctx, request)
  const hash = hashCredential(body.mfa_token)
  const challenge = await useChallenge(db, hash, isoNow(clock), attemptsPerChallenge)
  if (!challenge) throw unauthenticated('this sign-in is over: begin again with your password')
  const user = await findUser(db, challenge.user_id)
  const { user: signedIn, signIn } = await transact(`users/${user.id}`, async (trx) => {
    if (!(await secondFactorMatches(trx, ctx, user, body.code))) {
      throttle.failed(request.address, user.email, clock.now())
      throw unauthenticated('the code is wrong, or was used already')
    }
    becomes(viewUser(user))
    if (!(await endChallenge(trx, hash))) throw unauthenticated('this sign-in is over: begin again with your password')
    return { user: await findUser(trx, user.id), signIn: await openSession(trx, ctx, user, request) }
  })
  throttle.succeeded(request.address, user.email)
  signIn(answer)
  return viewUser(signedIn)
}

export const logout: Handler<'logout'> = async (_, { actor, answer, transact }) => {
  await transact(`sessions/${actor.sessionId}`, (trx) => deleteSession(trx, actor.user.id, actor.sessionId))
  answer.session('', 0)
}

export const sessionView: Handler<'sessionView'> = async (_, { actor }) => ({
  kind: actor.kind,
  user: actor.user,
  abilities: [...actor.abilities],
  policy: actor.policies.at(-1) ?? null,
  expires_at: actor.expiresAt,
  token_name: actor.kind === 'token' ? actor.tokenName : null,
})

export const sessionList: Handler<'sessionList'> = async ({ db, clock }, { actor }) => {
  const sessions = await listSessions(db, actor.user.id, isoNow(clock))
  return sessions.map(({ id, address, user_agent, created_at, last_seen_at, expires_at }) => ({
    id,
    current: id === actor.sessionId,
    address,
    user_agent,
    created_at,
    last_seen_at,
    expires_at,
  }))
}

export const sessionRevoke: Handler<'sessionRevoke'> = async (_, { params, actor, transact }) => {
  await transact(`sessions/${params.id}`, (trx) => deleteSession(trx, actor.user.id, params.id))
}

export const sessionRevokeOthers: Handler<'sessionRevokeOthers'> = async (_, { actor, transact }) => {
  await transact('sessions', (trx) => endSessions(trx, actor.user.id, actor.sessionId))
}

export const passwordChange: Handler<'passwordChange'> = async (ctx, { body, actor, request, transact }) => {
  const { db, clock, throttle } = ctx
  waitAfterFailures(ctx, request)
  const user = await findUser(db, actor.user.id)
  if (!(await passwordMatches(body.current_password, user.password_hash))) {
    throttle.failed(request.address, user.email, clock.now())
    throw forbidden('the current password is wrong')
  }
  const passwordHash = await hashPassword(body.new_password)
  await transact(`users/${user.id}`, (trx) => setPassword(trx, user.id, passwordHash, actor.sessionId))
}

function waitAfterFailures({ throttle, clock }: Pick<Context, 'throttle' | 'clock'>, { address }: RequestFacts): void {
  const waitMs = throttle.waitMs(address, clock.now())
  if (waitMs === 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw tooManyRequests(`too many failed attempts from ${address}: try again in ${seconds} s`, seconds)
}
