import { expect, test } from 'vitest'
import type { StoredCertificate } from './certificate.ts'
import { datesOf, fallbackHost, isDue, planInternal } from './internal-plan.ts'

const now = new Date('2026-06-15T12:00:00Z')
const dayMs = 24 * 60 * 60 * 1000

function certificate(host: string, daysAgo: number, owner: StoredCertificate['owner'] = 'internal'): StoredCertificate {
  const { notBefore, notAfter } = datesOf(host, new Date(now.getTime() - daysAgo * dayMs))
  const dates = {
    not_before: notBefore.toISOString(),
    not_after: notAfter.toISOString(),
    created_at: '',
    updated_at: '',
  }
  return { id: host, owner, hosts: [host], chain_pem: 'PEM', issuer: '', fingerprint: host, error: null, ...dates }
}

test('each host gets one, and so does what fits nobody', () => {
  expect(planInternal(['b.test', 'a.test', 'a.test'], [], now)).toEqual({
    issue: ['a.test', 'b.test', fallbackHost],
    remove: [],
  })
})

test('at two thirds of its life one is made anew, and what nobody needs goes; those of others are left alone', () => {
  const there = [
    certificate(fallbackHost, 61),
    certificate('young.test', 59),
    certificate('old.test', 60),
    certificate('gone.test', 1),
    certificate('other.test', 80, 'custom'),
  ]
  const { issue, remove } = planInternal(['young.test', 'old.test'], there, now)
  expect(issue).toEqual(['old.test'])
  expect(remove.map(({ id }) => id)).toEqual(['gone.test'])
})

test('one that was never had is due', () => {
  expect(isDue({ not_before: null, not_after: null }, now)).toBe(true)
})
