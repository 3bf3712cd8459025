// Who makes a request, and what they may do.
import { type Ability, isAllowed } from '@levelrail/contract/ability.ts'
import type { Access, ResourceKind } from '@levelrail/contract/route.ts'
import type { Policy, User } from '@levelrail/contract/schemas/users.ts'
import { globMatches } from '../lib/glob.ts'

export interface SessionActor {
  kind: 'session'
  user: User
  sessionId: string
  abilities: readonly Ability[]
  policies: readonly Policy[]
  /** Abilities and policies as one text: two actors with the same see the same. */
  scope: string
  expiresAt: string
}

export interface TokenActor {
  kind: 'token'
  user: User
  tokenId: string
  tokenName: string
  abilities: readonly Ability[]
  policies: readonly Policy[]
  /** Abilities and policies as one text: two actors with the same see the same. */
  scope: string
  expiresAt: string | null
}

export interface Anonymous {
  kind: 'anonymous'
}

/** The platform itself, or whoever holds its machine. */
export interface System {
  kind: 'system'
}

export type SignedIn = SessionActor | TokenActor
export type Actor = SignedIn | Anonymous | System
export type ActorFor<A extends Access> = A extends 'none' ? Actor : A extends 'session' ? SessionActor : SignedIn

export function scopeOf(abilities: readonly Ability[], policies: readonly Policy[]): string {
  return `${abilities.join()} ${JSON.stringify(policies)}`
}

/** A token's own policy and its owner's both hold; each may only narrow. */
export function mayTouch(actor: SignedIn, kind: ResourceKind, name: string): boolean {
  return actor.policies.every((policy) => {
    const globs = kind === 'app' ? policy.apps : policy.databases
    return globs === null || globs.some((glob) => globMatches(glob, name))
  })
}

/** Why the actor may not call the route, or undefined when they may. */
export function refusal(actor: SignedIn, needed: Ability | 'session'): string | undefined {
  if (needed === 'session') {
    return actor.kind === 'session' ? undefined : 'an API token cannot do this: it needs a signed-in person'
  }
  if (isAllowed(actor.abilities, needed)) return undefined
  const who = actor.kind === 'token' ? `token ${JSON.stringify(actor.tokenName)}` : `role ${actor.user.role}`
  return `${who} lacks the required ability ${needed}`
}
