// Turns a credential into who it stands for: one look-up by hash, kept until the next write.
import { type Ability, abilitiesOfRole, isAllowed } from '@levelrail/contract/ability.ts'
import type { Policy } from '@levelrail/contract/schemas/users.ts'
import type { Context } from '../../context.ts'
import { type SignedIn, scopeOf } from '../../http/actor.ts'
import type { Credential } from '../../http/credentials.ts'
import { isoNow } from '../../lib/clock.ts'
import { hashCredential } from '../../lib/ids.ts'
import type { Generation } from '../../store/store.ts'
import { readPolicy, viewUser } from '../users/user.ts'
import { sessionExpiry, touchEveryMs } from './session.ts'
import { touchSession } from './session-store.ts'

type Needs = Pick<Context, 'db' | 'clock' | 'reads' | 'settings'>
interface Found {
  actor: SignedIn | undefined
  usedAt: number
  createdAt: Date
}

export async function authenticate(
  ctx: Needs,
  credential: Credential,
  address: string,
  readAt: Generation,
  isUse: boolean,
): Promise<SignedIn | undefined> {
  if (credential.text === '') return undefined
  const load = credential.kind === 'cookie' ? loadSession : loadToken
  const found = await ctx.reads.get<Found>(readAt, `${credential.kind} ${credential.text}`, () =>
    load(ctx, hashCredential(credential.text)),
  )
  const { actor } = found
  const now = ctx.clock.now()
  if (!actor || (actor.expiresAt !== null && actor.expiresAt <= now.toISOString())) return undefined
  if (isUse && now.getTime() - found.usedAt >= touchEveryMs) {
    found.usedAt = now.getTime()
    await touch(ctx, actor, found.createdAt, now, address)
  }
  return actor
}

async function loadSession({ db }: Needs, hash: string): Promise<Found> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select([
      'sessions.id as session_id',
      'sessions.created_at as session_created_at',
      'sessions.last_seen_at',
      'sessions.expires_at',
    ])
    .where('sessions.token_hash', '=', hash)
    .executeTakeFirst()
  if (!row) return nobody
  const user = viewUser(row)
  const abilities = abilitiesOfRole(user.role)
  const policies = present(user.policy)
  const actor: SignedIn = {
    kind: 'session',
    user,
    sessionId: row.session_id,
    abilities,
    policies,
    scope: scopeOf(abilities, policies),
    expiresAt: row.expires_at,
  }
  return { actor, usedAt: Date.parse(row.last_seen_at), createdAt: new Date(row.session_created_at) }
}

async function loadToken({ db }: Needs, hash: string): Promise<Found> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.owner_id')
    .selectAll('users')
    .select([
      'tokens.id as token_id',
      'tokens.name as token_name',
      'tokens.abilities as token_abilities',
      'tokens.policy as token_policy',
      'tokens.expires_at',
      'tokens.last_used_at',
    ])
    .where('tokens.token_hash', '=', hash)
    .where('tokens.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return nobody
  const user = viewUser(row)
  const asked: Ability[] = JSON.parse(row.token_abilities)
  // A token never outgrows its owner: what their role has lost since, the token has lost too.
  const abilities = asked.filter((ability) => isAllowed(abilitiesOfRole(user.role), ability))
  const policies = [...present(user.policy), ...present(readPolicy(row.token_policy))]
  const actor: SignedIn = {
    kind: 'token',
    user,
    tokenId: row.token_id,
    tokenName: row.token_name,
    abilities,
    policies,
    scope: scopeOf(abilities, policies),
    expiresAt: row.expires_at,
  }
  return { actor, usedAt: row.last_used_at ? Date.parse(row.last_used_at) : 0, createdAt: new Date(0) }
}

const nobody: Found = { actor: undefined, usedAt: 0, createdAt: new Date(0) }

function present(policy: Policy | null): Policy[] {
  return policy ? [policy] : []
}

async function touch(
  { db, clock, settings }: Needs,
  actor: SignedIn,
  createdAt: Date,
  now: Date,
  address: string,
): Promise<void> {
  if (actor.kind === 'token') {
    await db
      .updateTable('tokens')
      .set({ last_used_at: isoNow(clock) })
      .where('id', '=', actor.tokenId)
      .execute()
    return
  }
  const ages = { ttlMs: settings.APP_SESSION_TTL, maxAgeMs: settings.APP_SESSION_MAX_AGE }
  await touchSession(db, actor.sessionId, now.toISOString(), sessionExpiry(createdAt, now, ages).toISOString(), address)
}
