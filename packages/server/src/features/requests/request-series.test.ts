import { expect, test } from 'vitest'
import { type CounterName, type Counters, counterNames } from '../../drivers/ingress/request-counters.ts'
import { percentileOf } from './request-figures.ts'
import { planRequests } from './request-reconciler.ts'
import { pointsOf, previousOf, routesOf, type SeriesRules, seriesOf, summaryOf } from './request-series.ts'

function counters(values: Partial<Record<CounterName, number>>): Counters {
  return counterNames.map((name) => values[name] ?? 0)
}

const hour = 3600
const day = 24 * hour
const now = 1_800_000_000
const rules: SeriesRules = {
  maxPoints: 600,
  rawRangeMs: 6 * hour * 1000,
  minuteRangeMs: 7 * day * 1000,
  rawRetentionMs: 2 * day * 1000,
  minuteRetentionMs: 15 * day * 1000,
  nowMs: now * 1000,
}

test.each([
  ['an hour', hour, now, 15, 15],
  ['six hours', 6 * hour, now, 15, 45],
  ['seven hours', 7 * hour, now, 60, 60],
  ['an hour of three days ago', hour, now - 3 * day, 60, 60],
  ['a week', 7 * day, now, 60, 1020],
  ['a month', 30 * day, now, 3600, 7200],
  ['an hour of a month ago', hour, now - 30 * day, 3600, 3600],
])('%s is told from the finest points that are kept', (_, length, to, keptStep, stepSeconds) => {
  const series = seriesOf({ fromSeconds: to - length, toSeconds: to }, to - length, rules)
  expect(series).toMatchObject({ keptStep, stepSeconds })
  expect(series.fromSeconds).toBeLessThanOrEqual(to - length)
  expect(series.toSeconds).toBeGreaterThanOrEqual(to)
  expect((series.toSeconds - series.fromSeconds) / stepSeconds).toBeLessThanOrEqual(rules.maxPoints)
})

test('one point is one point, wherever its ends are', () => {
  const series = seriesOf({ fromSeconds: now - 7, toSeconds: now + 8 }, now - 7, { ...rules, maxPoints: 1 })
  expect(pointsOf(series, [])).toHaveLength(1)
  expect(previousOf(series).toSeconds).toBe(series.fromSeconds)
})

test('points have no gaps, and carry the highest rate', () => {
  const series = { fromSeconds: 0, toSeconds: 180, stepSeconds: 60, keptStep: 15 }
  const sums = counters({ http_2xx: 50, http_4xx: 6, http_5xx: 4, http_duration_ms: 600, http_bucket_10: 60 })
  const buckets = [{ atSeconds: 60, counters: sums, most: 30 }]
  const points = pointsOf(series, buckets)
  expect(points.map(({ at, count, rate, max }) => [at, count, rate, max])).toEqual([
    ['1970-01-01T00:00:00.000Z', 0, 0, 0],
    ['1970-01-01T00:01:00.000Z', 60, 1, 2],
    ['1970-01-01T00:02:00.000Z', 0, 0, 0],
  ])
  expect(points[0]).toMatchObject({ mean_ms: null, p50_ms: null })
  expect(summaryOf(series, buckets)).toMatchObject({
    count: 60,
    rate: 0.333,
    max: 2,
    share_4xx: 0.1,
    share_5xx: 0.066667,
    mean_ms: 10,
    p50_ms: 7.5,
  })
  expect(summaryOf(series, [])).toMatchObject({ count: 0, share_5xx: 0, p99_ms: null })
})

test('a percentile lies in the bucket where so many are under it', () => {
  expect(percentileOf(counters({ http_bucket_5: 100 }), 0.5)).toBe(2.5)
  expect(percentileOf(counters({ http_bucket_5: 90, http_bucket_250: 10 }), 0.95)).toBe(175)
  expect(percentileOf(counters({ http_bucket_5: 1, http_bucket_inf: 99 }), 0.99)).toBe(10_000)
  expect(percentileOf(counters({}), 0.5)).toBeNull()
})

test('what is in no shown route is other', () => {
  const busiest = [{ route: '/a', requests: 6, errors: 3, durationMs: 60 }]
  expect(routesOf({ requests: 10, errors: 3, durationMs: 100 }, busiest)).toEqual([
    { route: '/a', count: 6, share: 0.6, share_5xx: 0.5, mean_ms: 10 },
    { route: 'other', count: 4, share: 0.4, share_5xx: 0, mean_ms: 10 },
  ])
  expect(routesOf({ requests: 6, errors: 3, durationMs: 60 }, busiest)).toHaveLength(1)
})

test('a process is let go after its figures were kept, and looked at again while it lives', () => {
  const apps = new Map([['web', counters({ http_2xx: 1 })]])
  const current = { worker: 'new', isCurrent: true, isFinished: false, apps, routes: undefined }
  const finished = { worker: 'old', isCurrent: false, isFinished: true, apps, routes: new Map() }
  expect(planRequests([current])).toEqual([])
  expect(planRequests([current, { ...finished, isFinished: false, routes: undefined }])).toEqual([
    { kind: 'look-again' },
  ])
  expect(planRequests([current, finished]).map(({ kind }) => kind)).toEqual(['keep', 'release', 'look-again'])
})
