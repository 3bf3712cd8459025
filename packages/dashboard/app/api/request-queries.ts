// Reads of the requests of an app; the stream of changes tells when there are new figures.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { keys } from './queries.ts'

const minute = 60_000
const hour = 60 * minute

export const ranges = {
  '15m': { words: '15 minutes', ms: 15 * minute },
  '30m': { words: '30 minutes', ms: 30 * minute },
  '1h': { words: 'hour', ms: hour },
  '6h': { words: '6 hours', ms: 6 * hour },
  '24h': { words: '24 hours', ms: 24 * hour },
  '7d': { words: '7 days', ms: 7 * 24 * hour },
  '30d': { words: '30 days', ms: 30 * 24 * hour },
} as const
export type Range = keyof typeof ranges

export function isRange(text: string): text is Range {
  return Object.hasOwn(ranges, text)
}

/** The span that ends now, each time it is asked. */
export function requestsQuery(name: string, range: Range, asked: { max_points: number; compare?: 'previous' }) {
  return queryOptions({
    queryKey: [...keys.requests, name, range, asked],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - ranges[range].ms).toISOString()
      return api.appRequestView({ params: { name }, query: { from, ...asked }, signal })
    },
    placeholderData: keepPreviousData,
  })
}
