// Search and order of the list of apps as they stand in the URL: what is not understood is left out.
import type { AppFilter } from '../api/queries.ts'

export const appSorts = ['name', '-name', '-created_at', 'created_at'] as const

export function appFilter(search: Record<string, unknown>): AppFilter {
  const text = typeof search.search === 'number' ? String(search.search) : search.search
  const sort = appSorts.find((known) => known === search.sort && known !== 'name')
  return {
    ...(typeof text === 'string' && text !== '' ? { search: text.slice(0, 100) } : {}),
    ...(sort ? { sort } : {}),
  }
}
