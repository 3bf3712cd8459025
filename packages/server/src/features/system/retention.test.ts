import { expect, test } from 'vitest'
import { planRetention } from './retention.ts'

const now = new Date('2026-03-01T00:00:00Z')
const dayMs = 86_400_000
const requestsMs = { 15: dayMs, 60: 4 * dayMs, 3600: 0 }

test('each kind has its own time', () => {
  const plan = planRetention(
    { auditMs: 10 * dayMs, refusedMs: dayMs, eventsMs: 2 * dayMs, runsMs: 3 * dayMs, runsPerTask: 9, requestsMs },
    now,
  )
  expect(plan).toContainEqual({ kind: 'sessions', endedBefore: '2026-03-01T00:00:00.000Z' })
  expect(plan).toContainEqual({ kind: 'tokens', endedBefore: '2026-01-30T00:00:00.000Z' })
  expect(plan).toContainEqual({ kind: 'runs', endedBefore: '2026-02-26T00:00:00.000Z', keepPerTask: 9 })
  expect(plan).toContainEqual({ kind: 'events', endedBefore: '2026-02-27T00:00:00.000Z' })
  expect(plan.filter(({ kind }) => kind.startsWith('request'))).toEqual([
    { kind: 'requests', stepSeconds: 15, endedBefore: '2026-02-28T00:00:00.000Z' },
    { kind: 'requests', stepSeconds: 60, endedBefore: '2026-02-25T00:00:00.000Z' },
    { kind: 'request-routes', endedBefore: '2026-02-25T00:00:00.000Z' },
  ])
  expect(plan).toContainEqual({ kind: 'audit', isRefused: false, endedBefore: '2026-02-19T00:00:00.000Z' })
  expect(plan).toContainEqual({ kind: 'audit', isRefused: true, endedBefore: '2026-02-28T00:00:00.000Z' })
})

test('a retention of 0 keeps for ever', () => {
  const kinds = planRetention(
    { auditMs: 0, refusedMs: 0, eventsMs: 0, runsMs: 0, runsPerTask: 9, requestsMs: { 15: 0, 60: 0, 3600: 0 } },
    now,
  ).map(({ kind }) => kind)
  expect(kinds).toEqual(['sessions', 'signing-keys', 'tokens', 'workflows', 'runs'])
})
