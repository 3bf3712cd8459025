import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { base32, codeNow, fromBase32, matchingStep } from './totp.ts'

// RFC 6238 appendix B, SHA-1, last six digits.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
])('RFC 6238 at %i s', (seconds, code) => {
  expect(codeNow(Buffer.from('12345678901234567890'), new Date(seconds * 1000))).toBe(code)
})

test('a code is good one step early or late, and never twice', () => {
  const secret = randomBytes(20)
  const now = new Date(1_700_000_000_000)
  const code = codeNow(secret, now)
  const step = matchingStep(secret, code, new Date(now.getTime() + 30_000), 0)
  expect(step).toBe(Math.floor(now.getTime() / 30_000))
  expect(matchingStep(secret, code, now, step ?? 0)).toBeUndefined()
  expect(matchingStep(secret, code, new Date(now.getTime() + 90_000), 0)).toBeUndefined()
  expect(matchingStep(secret, '', now, 0)).toBeUndefined()
})

test('base32 comes back as it went', () => {
  const bytes = randomBytes(20)
  expect(fromBase32(base32(bytes))).toEqual(bytes)
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
})
