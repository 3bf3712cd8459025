// Users of basic authentication: kept as digests that the proxy can look up at every request, made with a key of the
// app that is sealed. Whoever reads the database has neither the passwords nor the means to try them out.
import { createHmac, randomBytes } from 'node:crypto'
import type { AppRulesSet } from '@levelrail/contract/schemas/rules.ts'
import { boxFor, type Context, moveSeal } from '../../context.ts'
import { badRequest, conflict } from '../../errors.ts'
import { quoted } from '../../lib/parsed.ts'
import { Secret } from '../../lib/secret.ts'
import type { StoredRules, StoredUser } from './app-rules.ts'

type Needs = Pick<Context, 'box'>
type BasicAuth = StoredRules['basic_auth']

const what = 'basic authentication'
const place = (app: string) => ({ table: 'app_rules', row: app, column: 'auth_key_sealed' })

export interface KeptUsers {
  basicAuth: BasicAuth
  keySealed: string | null
}

/** A user without a password keeps the stored one. */
export function keepUsers(ctx: Needs, app: string, before: KeptUsers, sent: AppRulesSet['basic_auth']): KeptUsers {
  if (!sent) return { basicAuth: null, keySealed: null }
  const key = before.keySealed === null ? randomBytes(32).toString('base64') : openKey(ctx, app, before.keySealed)
  const names = sent.users.map(({ username }) => username)
  const users = sent.users.map(({ username, password }, at): StoredUser => {
    if (names.indexOf(username) !== at) throw badRequest(`basic_auth.users[${at}]: ${quoted(username)} is there twice`)
    if (password !== undefined) return { username, digest: digestOf(key, username, password) }
    const known = before.basicAuth?.users.find((user) => user.username === username)
    if (!known)
      throw badRequest(`basic_auth.users[${at}].password: ${quoted(username)} has no stored password, so send one`)
    return known
  })
  const keySealed = before.keySealed ?? boxFor(ctx, what).seal(place(app), new Secret(key))
  return { basicAuth: { users }, keySealed }
}

function openKey(ctx: Needs, app: string, sealed: string): string {
  const key = readKey(ctx, app, sealed)
  if (key === undefined)
    throw conflict(
      'the users of basic_auth were kept with another master key: set basic_auth to null first, then all users with their passwords',
    )
  return key
}

/** Undefined where the master key in use does not open it. */
export function readKey(ctx: Needs, app: string, sealed: string | null): string | undefined {
  if (sealed === null || !ctx.box) return undefined
  try {
    return ctx.box.open(place(app), sealed).reveal()
  } catch {
    return undefined
  }
}

/** Sealed anew for another app. */
export function copyKey(ctx: Needs, from: string, sealed: string | null, to: string): string | null {
  if (sealed === null) return null
  return moveSeal(ctx, `the key of ${what} of app ${JSON.stringify(from)}`, sealed, place(from), place(to))
}

export function digestOf(key: string, username: string, password: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64')).update(`${username}:${password}`).digest('hex')
}
