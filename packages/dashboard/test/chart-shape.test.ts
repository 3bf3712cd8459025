// What charts of requests are drawn from.
import type { RequestPoint } from '@levelrail/contract/schemas/requests.ts'
import { expect, test } from 'vitest'
import {
  type Frame,
  linePath,
  millisecondWords,
  pointAt,
  rateNow,
  rateWords,
  roundTop,
  shareWords,
  statusBars,
} from '../app/components/chart-shape.ts'

const start = Date.parse('2026-01-02T03:00:00.000Z')
const stepMs = 60_000
const frame: Frame = { fromMs: start, toMs: start + 10 * stepMs, stepMs, nowMs: start + 10 * stepMs, top: 2 }

function point(step: number, counts: Partial<RequestPoint>): RequestPoint {
  const zero = { count: 0, rate: 0, max: 0, http_1xx: 0, http_2xx: 0, http_3xx: 0, http_4xx: 0, http_5xx: 0 }
  const times = { http_upstream_errors: 0, mean_ms: null, p50_ms: null, p95_ms: null, p99_ms: null }
  return { at: new Date(start + step * stepMs).toISOString(), ...zero, ...times, ...counts }
}

test('bars stand upon each other, each class in one path', () => {
  const bars = statusBars([point(0, { http_2xx: 60, http_5xx: 60 }), point(5, { http_2xx: 120 })], frame)
  expect(bars).toEqual({
    http_2xx: 'M10 50h80v50h-80zM510 0h80v100h-80z',
    http_3xx: '',
    http_4xx: '',
    http_5xx: 'M10 0h80v50h-80z',
  })
})

test('a step that is under way counts only till now', () => {
  const bars = statusBars([point(9, { http_2xx: 30 })], { ...frame, nowMs: start + 9.5 * stepMs })
  expect(bars.http_2xx).toBe('M910 50h80v50h-80z')
})

test('a line is broken where there is no value, and one that stands alone is as wide as its step', () => {
  const values = [1, null, 2, 0].map((value, step) => ({ atMs: start + step * stepMs, value }))
  expect(linePath(values, frame)).toBe('M0 50H100M250 0L350 100')
})

test('the point under the pointer is found, and none where there is none', () => {
  const points = [point(0, {}), point(1, {}), point(5, {})]
  expect([0.01, 0.15, 0.35, 0.55].map((share) => pointAt(share, points, frame))).toEqual([0, 1, undefined, 2])
})

test('the rate now is of the last whole step, and nothing long after it', () => {
  const points = [point(0, { rate: 4 }), point(1, { rate: 7 })]
  expect(rateNow(points, stepMs, start + 1.5 * stepMs)).toBe(4)
  expect(rateNow(points, stepMs, start + 2 * stepMs)).toBe(7)
  expect(rateNow(points, stepMs, start + 5 * stepMs)).toBe(0)
})

test.each([
  [0, 1],
  [0.03, 0.05],
  [1, 1],
  [3, 5],
  [38, 50],
  [512, 1000],
])('%d fits below %d', (most, top) => expect(roundTop(most)).toBeCloseTo(top, 10))

test('figures are said as people say them', () => {
  expect([rateWords(0.4), rateWords(38.26), rateWords(1234.5)]).toEqual(['0.4 req/s', '38.3 req/s', '1,235 req/s'])
  expect([millisecondWords(null), millisecondWords(3.21), millisecondWords(1500)]).toEqual(['–', '3.2 ms', '1.5 s'])
  expect([shareWords(0), shareWords(0.0002), shareWords(0.125)]).toEqual(['0 %', '< 0.1 %', '12.5 %'])
})
