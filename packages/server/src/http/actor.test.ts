import { abilities, isAllowed } from '@levelrail/contract/ability.ts'
import type { Policy } from '@levelrail/contract/schemas/users.ts'
import { expect, test } from 'vitest'
import { mayTouch, refusal, type SessionActor, type TokenActor } from './actor.ts'

const user = {
  id: 'usr_1',
  email: 'a@b.c',
  display_name: 'A',
  role: 'operator',
  policy: null,
  two_factor: false,
  created_at: '',
  last_login_at: null,
} as const
const session: SessionActor = {
  kind: 'session',
  user,
  sessionId: 's',
  abilities: ['write'],
  policies: [],
  scope: '',
  expiresAt: '',
}
const token: TokenActor = {
  kind: 'token',
  user,
  tokenId: 't',
  tokenName: 'ci',
  abilities: ['deploy'],
  policies: [],
  scope: '',
  expiresAt: null,
}

// Reading notes, "Abilities": what each one implies.
test.each([
  ['read', ['read']],
  ['read:sensitive', ['read', 'read:sensitive']],
  ['write', ['read', 'write']],
  ['write:sensitive', ['read', 'read:sensitive', 'write', 'write:sensitive']],
  ['deploy', ['read', 'deploy']],
  ['root', ['read', 'read:sensitive', 'write', 'write:sensitive', 'deploy', 'root']],
] as const)('%s implies exactly %j', (held, expected) => {
  expect(abilities.filter((needed) => isAllowed([held], needed))).toEqual(expected)
})

test('a token cannot do what needs a person', () => {
  expect(refusal(token, 'session')).toContain('signed-in person')
  expect(refusal(session, 'session')).toBeUndefined()
})

test('a refusal names who lacks what', () => {
  expect(refusal(token, 'write')).toBe('token "ci" lacks the required ability write')
  expect(refusal(session, 'root')).toBe('role operator lacks the required ability root')
})

test('every policy must allow: a token narrows its owner, never widens', () => {
  const shop: Policy = { apps: ['shop-*'], databases: null }
  const api: Policy = { apps: ['*-api'], databases: [] }
  expect(mayTouch({ ...token, policies: [shop, api] }, 'app', 'shop-api')).toBe(true)
  expect(mayTouch({ ...token, policies: [shop, api] }, 'app', 'blog-api')).toBe(false)
  expect(mayTouch({ ...token, policies: [shop, api] }, 'database', 'shop-db')).toBe(false)
  expect(mayTouch({ ...token, policies: [shop] }, 'database', 'anything')).toBe(true)
})
