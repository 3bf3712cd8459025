// How a span of time is cut into points, and what each tells. Pure. Spec 2.10, 8.
import type { RequestPoint, RequestRoute, RequestSummary } from '@levelrail/contract/schemas/requests.ts'
import { type CounterName, type Counters, counterNames } from '../../drivers/ingress/request-counters.ts'
import {
  addCounters,
  counterOf,
  meanOf,
  noCounters,
  percentileOf,
  requestsIn,
  rounded,
  shareOf,
} from './request-figures.ts'

/** Seconds of the points that are kept: each reading, then by the minute, then by the hour. */
export const rawStep = 15
export const minuteStep = 60
export const hourStep = 3600
export const keptSteps = [rawStep, minuteStep, hourStep] as const

export interface Span {
  fromSeconds: number
  /** Not in it any more. */
  toSeconds: number
}

export interface Series extends Span {
  /** Of the points that are read. */
  keptStep: number
  /** Of the points that are told. */
  stepSeconds: number
}

export interface SeriesRules {
  maxPoints: number
  rawRangeMs: number
  minuteRangeMs: number
  /** How long points are kept; 0 is for ever. */
  rawRetentionMs: number
  minuteRetentionMs: number
  nowMs: number
}

/** From the finest points that are kept for all of it, in as many points as may be. Ends are moved outwards to whole ones. */
export function seriesOf({ fromSeconds, toSeconds }: Span, oldestSeconds: number, rules: SeriesRules): Series {
  const keptStep = keptStepOf((toSeconds - fromSeconds) * 1000, rules.nowMs - oldestSeconds * 1000, rules)
  for (let points = Math.max(1, Math.ceil((toSeconds - fromSeconds) / keptStep / rules.maxPoints)); ; points++) {
    const stepSeconds = points * keptStep
    const from = Math.floor(fromSeconds / stepSeconds) * stepSeconds
    const to = Math.ceil(toSeconds / stepSeconds) * stepSeconds
    const fits = (to - from) / stepSeconds <= rules.maxPoints
    if (fits) return { fromSeconds: from, toSeconds: to, keptStep, stepSeconds }
  }
}

function keptStepOf(rangeMs: number, ageMs: number, rules: SeriesRules): number {
  const isKept = (retentionMs: number) => retentionMs === 0 || ageMs <= retentionMs
  if (rangeMs <= rules.rawRangeMs && isKept(rules.rawRetentionMs)) return rawStep
  if (rangeMs <= rules.minuteRangeMs && isKept(rules.minuteRetentionMs)) return minuteStep
  return hourStep
}

/** The span of the same length right before. */
export function previousOf<S extends Span>(span: S): S {
  const length = span.toSeconds - span.fromSeconds
  return { ...span, fromSeconds: span.fromSeconds - length, toSeconds: span.fromSeconds }
}

export interface Bucket {
  atSeconds: number
  counters: Counters
  /** The most requests of any 15 seconds in it. */
  most: number
}

/** One point for each step, also where nothing was asked. */
export function pointsOf({ fromSeconds, toSeconds, stepSeconds }: Series, buckets: Bucket[]): RequestPoint[] {
  const byTime = new Map(buckets.map((bucket) => [bucket.atSeconds, bucket]))
  return Array.from({ length: (toSeconds - fromSeconds) / stepSeconds }, (_, index) => {
    const atSeconds = fromSeconds + index * stepSeconds
    const { counters, most } = byTime.get(atSeconds) ?? { counters: noCounters, most: 0 }
    return { at: new Date(atSeconds * 1000).toISOString(), ...figuresOf(counters, most, stepSeconds) }
  })
}

export function summaryOf({ fromSeconds, toSeconds }: Span, buckets: Bucket[]): RequestSummary {
  const counters = buckets.map((bucket) => bucket.counters).reduce(addCounters, noCounters)
  const most = Math.max(0, ...buckets.map((bucket) => bucket.most))
  const requests = requestsIn(counters)
  return {
    ...figuresOf(counters, most, toSeconds - fromSeconds),
    share_4xx: shareOf(counterOf(counters, 'http_4xx'), requests),
    share_5xx: shareOf(counterOf(counters, 'http_5xx'), requests),
  }
}

function figuresOf(counters: Counters, most: number, seconds: number): Omit<RequestPoint, 'at'> {
  const count = requestsIn(counters)
  return {
    count,
    rate: rounded(count / seconds),
    max: rounded(most / rawStep),
    http_1xx: counterOf(counters, 'http_1xx'),
    http_2xx: counterOf(counters, 'http_2xx'),
    http_3xx: counterOf(counters, 'http_3xx'),
    http_4xx: counterOf(counters, 'http_4xx'),
    http_5xx: counterOf(counters, 'http_5xx'),
    http_upstream_errors: counterOf(counters, 'http_upstream_errors'),
    mean_ms: meanOf(counterOf(counters, 'http_duration_ms'), count),
    p50_ms: percentileOf(counters, 0.5),
    p95_ms: percentileOf(counters, 0.95),
    p99_ms: percentileOf(counters, 0.99),
  }
}

export interface RouteFigures {
  route: string
  requests: number
  errors: number
  durationMs: number
}

export const shownRoutes = 10

/** The busiest, and as `other` all that is in the whole and in none of them. */
export function routesOf(whole: Omit<RouteFigures, 'route'>, busiest: RouteFigures[]): RequestRoute[] {
  const sum = (pick: (route: RouteFigures) => number) => busiest.reduce((total, route) => total + pick(route), 0)
  const other: RouteFigures = {
    route: 'other',
    requests: whole.requests - sum(({ requests }) => requests),
    errors: Math.max(0, whole.errors - sum(({ errors }) => errors)),
    durationMs: Math.max(0, whole.durationMs - sum(({ durationMs }) => durationMs)),
  }
  return [...busiest, ...(other.requests > 0 ? [other] : [])].map(({ route, requests, errors, durationMs }) => ({
    route,
    count: requests,
    share: shareOf(requests, whole.requests),
    share_5xx: shareOf(errors, requests),
    mean_ms: meanOf(durationMs, requests),
  }))
}

/** Out of the columns of a row. */
export function countersOf(row: Record<CounterName, number>): Counters {
  return counterNames.map((name) => Number(row[name]))
}
