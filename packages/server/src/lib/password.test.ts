import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './password.ts'

test('a password matches its own hash and no other', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(stored).not.toContain('correct')
  expect(await passwordMatches('correct horse battery', stored)).toBe(true)
  expect(await passwordMatches('correct horse batterx', stored)).toBe(false)
  expect(await passwordMatches('', stored)).toBe(false)
})

test('a stored text that is no hash matches nothing', async () => {
  expect(await passwordMatches('anything', '')).toBe(false)
  expect(await passwordMatches('anything', 'anything')).toBe(false)
})
