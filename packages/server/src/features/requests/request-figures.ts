// Sums of what the proxy counted, and what can be told from them: shares, means, percentiles. Pure. Spec 2.10.
import {
  type CounterName,
  type Counters,
  counterNames,
  latencyBucketsMs,
} from '../../drivers/ingress/request-counters.ts'

export const noCounters: Counters = counterNames.map(() => 0)

export function addCounters(one: Counters, other: Counters): Counters {
  return one.map((value, at) => value + (other[at] ?? 0))
}

export function counterOf(counters: Counters, name: CounterName): number {
  return counters[counterNames.indexOf(name)] ?? 0
}

const classes = counterNames.slice(0, 5)

export function requestsIn(counters: Counters): number {
  return classes.reduce((sum, name) => sum + counterOf(counters, name), 0)
}

export function meanOf(durationMs: number, requests: number): number | null {
  return requests === 0 ? null : rounded(durationMs / requests)
}

/**
 * The latency that the given share of the requests stays under, as if those of a bucket were spread evenly over it. In
 * the last bucket, which has no end, it is where that begins.
 */
export function percentileOf(counters: Counters, share: number): number | null {
  const buckets = counters.slice(counterNames.indexOf('http_bucket_5'))
  const total = buckets.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let under = 0
  for (const [at, count] of buckets.entries()) {
    const from = latencyBucketsMs[at - 1] ?? 0
    const to = latencyBucketsMs[at] ?? from
    if (count > 0 && under + count >= share * total)
      return rounded(from + (to - from) * ((share * total - under) / count))
    under += count
  }
  return latencyBucketsMs.at(-1) ?? null
}

export function shareOf(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, Number((part / whole).toFixed(6))))
}

export function rounded(value: number): number {
  return Number(value.toFixed(3))
}
