// What the proxy counts of requests, by app and by route: the order of its counters, and what one reading holds. Plain
// data, and the route templates of Spec 2.10.

/** Upper bounds of the latency histogram in milliseconds; the last bucket has none. */
export const latencyBucketsMs = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const

/** In the order of the proxy's counters, of which the first has number 1. */
export const counterNames = [
  'http_1xx',
  'http_2xx',
  'http_3xx',
  'http_4xx',
  'http_5xx',
  'http_upstream_errors',
  'http_duration_ms',
  'http_bucket_5',
  'http_bucket_10',
  'http_bucket_25',
  'http_bucket_50',
  'http_bucket_100',
  'http_bucket_250',
  'http_bucket_500',
  'http_bucket_1000',
  'http_bucket_2500',
  'http_bucket_5000',
  'http_bucket_10000',
  'http_bucket_inf',
] as const
export type CounterName = (typeof counterNames)[number]

/** One number for each name. They only grow, and begin again at 0 after 2^32 - 1. */
export type Counters = readonly number[]

export interface WorkerCounters {
  /** Which process of the proxy: no two have the same, whatever is restarted. */
  worker: string
  /** False for one that finishes what it began before a reload. */
  isCurrent: boolean
  /** It has ended all that it began before a reload: these are its last figures, and it waits to be let go. */
  isFinished: boolean
  apps: Map<string, Counters>
  /** By `app|route`, the route without its last slash. Undefined when the apps were known already. */
  routes: Map<string, Counters> | undefined
}

/** How many segments of a path a template keeps. */
export const routeSegments = 3

/**
 * Segments that are no words but names of single things: numbers, hexadecimal of eight and more with a digit in it,
 * UUIDs, tokens of sixteen and more with a digit, and whatever is longer than words are. Written so that the proxy's
 * PCRE and JavaScript read it alike.
 */
export const identifierPattern =
  '/([0-9]+|(?=[^/]*[0-9])[0-9a-fA-F]{8,}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?=[^/]*[0-9])[0-9A-Za-z_~-]{16,}|[^/]{25,})(?=/|$)'
