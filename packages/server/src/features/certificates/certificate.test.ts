import { expect, test } from 'vitest'
import { certificateState, covers, isValid } from './certificate.ts'

const now = new Date('2026-06-15T12:00:00Z')
const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString()

test.each([
  ['waited for', null, null, 'pending'],
  ['not to be had', null, 'refused', 'failed'],
  ['good for long', 15, null, 'healthy'],
  ['good for long, though the last renewal failed', 15, 'refused', 'healthy'],
  ['at two weeks', 14, null, 'expiring_soon'],
  ['at its end', 0, null, 'expired'],
])('one that is %s', (_, days, error, state) => {
  expect(certificateState({ not_after: days === null ? null : inDays(days), error }, now)).toBe(state)
})

test('one is valid from its first moment to before its last', () => {
  expect(isValid({ not_before: inDays(0), not_after: inDays(1) }, now)).toBe(true)
  expect(isValid({ not_before: inDays(-1), not_after: inDays(0) }, now)).toBe(false)
  expect(isValid({ not_before: inDays(1), not_after: inDays(2) }, now)).toBe(false)
  expect(isValid({ not_before: null, not_after: null }, now)).toBe(false)
})

test.each([
  ['example.com', 'example.com', true],
  ['example.com', 'www.example.com', false],
  ['*.example.com', 'www.example.com', true],
  ['*.example.com', 'example.com', false],
  ['*.example.com', 'a.b.example.com', false],
  ['*.example.com', '*.example.com', true],
  ['*.com', '*.example.com', false],
])('a certificate for %s and the host %s', (name, host, isSo) => {
  expect(covers(name, host)).toBe(isSo)
})
