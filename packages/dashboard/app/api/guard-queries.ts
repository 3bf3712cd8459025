// Reads of freeze windows and approvals. Approvals are parts of deploys, so the changes of apps refresh them.
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { keys } from './queries.ts'

export const freezesQuery = queryOptions({
  queryKey: [...keys.freezes, 'list'],
  queryFn: ({ signal }) => api.freezeList({ signal }),
})

export function freezeCalendarQuery(from: string, to: string) {
  return queryOptions({
    queryKey: [...keys.freezes, 'calendar', from, to],
    queryFn: ({ signal }) => api.freezeCalendar({ query: { from, to }, signal }),
  })
}

export const approvalsQuery = queryOptions({
  queryKey: [...keys.apps, 'approvals'],
  queryFn: ({ signal }) => api.approvalList({ query: { limit: 100 }, signal }),
})

export const approvalRulesQuery = queryOptions({
  queryKey: keys.approvalRules,
  queryFn: ({ signal }) => api.approvalRuleList({ signal }),
})
