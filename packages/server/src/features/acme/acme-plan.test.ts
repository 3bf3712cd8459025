import { expect, test } from 'vitest'
import type { AcmeOrderRow } from '../../store/tables.ts'
import { type HostSituation, nextAttemptAt, planHost, renewAt, waitAfterFailure, waitForDns } from './acme-plan.ts'

const now = new Date('2026-06-15T12:00:00Z')
const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString()
const certificate = (from: number, to: number) => ({
  not_before: inDays(from),
  not_after: inDays(to),
  fingerprint: 'f1',
})
const none: AcmeOrderRow = {
  host: 'a.example',
  directory_url: 'https://ca.example/dir',
  order_url: null,
  key_sealed: null,
  token: null,
  answer: null,
  wanted_now: 0,
  failures: 0,
  dns_waits: 0,
  message: null,
  next_attempt_at: null,
  updated_at: inDays(-1),
}
const wanted = { host: 'a.example', isWanted: true, certificate: undefined, order: undefined }

test.each<[string, Partial<HostSituation>, 'advance' | 'forget' | undefined]>([
  ['is new', {}, 'advance'],
  ['is no longer wanted', { isWanted: false }, undefined],
  ['is no longer wanted and had something under way', { isWanted: false, order: none }, 'forget'],
  ['is no longer wanted and has a good certificate', { isWanted: false, certificate: certificate(-1, 89) }, undefined],
  ['is no longer wanted and has one that ended', { isWanted: false, certificate: certificate(-91, -1) }, 'forget'],
  ['has a good certificate', { certificate: certificate(-1, 89), order: none }, undefined],
  ['has one that is due', { certificate: certificate(-70, 20), order: none }, 'advance'],
  ['has one that ended', { certificate: certificate(-91, -1) }, 'advance'],
  ['waits', { order: { ...none, failures: 1, next_attempt_at: inDays(1) } }, undefined],
  ['has waited', { order: { ...none, failures: 1, next_attempt_at: inDays(-1) } }, 'advance'],
  [
    'has an order under way that outlived its certificate being good',
    { certificate: certificate(-1, 89), order: { ...none, order_url: 'https://ca.example/1' } },
    'advance',
  ],
  [
    'has a good one and somebody wants a new one',
    { certificate: certificate(-1, 89), order: { ...none, wanted_now: 1 } },
    'advance',
  ],
])('a host that %s', (_, more, kind) => {
  expect(planHost({ ...wanted, ...more }, now).map((action) => action.kind)).toEqual(kind ? [kind] : [])
})

test('a certificate is renewed between 20 and 21 thirtieths of its life, each at its own time', () => {
  const times = Array.from({ length: 50 }, (_, at) =>
    renewAt({ ...certificate(0, 90), fingerprint: `f${at}` }).getTime(),
  )
  for (const time of times) {
    expect(time).toBeGreaterThanOrEqual(now.getTime() + 60 * dayMs)
    expect(time).toBeLessThanOrEqual(now.getTime() + 63 * dayMs)
  }
  expect(new Set(times).size).toBe(50)
  expect(renewAt(certificate(0, 90))).toEqual(renewAt(certificate(0, 90)))
})

test('what is told as the next attempt is when there will be one', () => {
  const held = certificate(0, 90)
  const due = renewAt(held).toISOString()
  expect(nextAttemptAt(held, undefined, now)).toBe(due)
  // A failure long before its time changes nothing; one after it does.
  expect(nextAttemptAt(held, { next_attempt_at: inDays(1) }, now)).toBe(due)
  expect(nextAttemptAt(held, { next_attempt_at: inDays(80) }, now)).toBe(inDays(80))
  const missing = { not_before: null, not_after: null, fingerprint: null }
  expect(nextAttemptAt(missing, { next_attempt_at: inDays(1) }, now)).toBe(inDays(1))
  expect(nextAttemptAt(missing, undefined, now)).toBe(null)
})

test.each([
  [1, 0, 5],
  [2, 0, 10],
  [5, 0, 80],
  [50, 0, 360],
  [1, 60 * 60_000, 60],
  [50, 60_000, 360],
  [1, 1e12, 7 * 24 * 60],
])('after %d failures and %d ms asked for, it is tried again in %d minutes', (failures, retryAfter, minutes) => {
  expect(waitAfterFailure(failures, retryAfter)).toBe(minutes * 60_000)
})

test('DNS is looked at again after a minute, and less often the longer it takes', () => {
  expect([1, 2, 6, 100].map(waitForDns)).toEqual([60_000, 120_000, 1_800_000, 1_800_000])
})
