import { expect, test } from 'vitest'
import { sessionExpiry } from './session.ts'

const ages = { ttlMs: 24 * 3_600_000, maxAgeMs: 30 * 86_400_000 }
const made = new Date('2026-01-01T00:00:00Z')

test('each use moves the end of a session on', () => {
  expect(sessionExpiry(made, made, ages).toISOString()).toBe('2026-01-02T00:00:00.000Z')
  expect(sessionExpiry(made, new Date('2026-01-01T20:00:00Z'), ages).toISOString()).toBe('2026-01-02T20:00:00.000Z')
})

test('no use moves it past its greatest age', () => {
  expect(sessionExpiry(made, new Date('2026-01-30T20:00:00Z'), ages).toISOString()).toBe('2026-01-31T00:00:00.000Z')
})
