// Every read of the dashboard: its key, its call, and how long the answer may be kept.
import type { AuditQuery } from '@levelrail/contract/schemas/audit.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, auditPage } from './client.ts'

export const keys = {
  session: ['session'],
  setup: ['setup'],
  status: ['status'],
  users: ['users'],
  tokens: ['tokens'],
  sessions: ['sessions'],
  twoFactor: ['two-factor'],
  audit: ['audit'],
} as const

export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: ({ signal }) => api.sessionView({ signal }),
  staleTime: 60_000,
})

/** Who is signed in. Pages inside the shell are shown only after this was answered. */
export function useIdentity() {
  return useSuspenseQuery(sessionQuery).data
}

export const setupQuery = queryOptions({
  queryKey: keys.setup,
  queryFn: ({ signal }) => api.setupView({ signal }),
  staleTime: 0,
})

export const statusQuery = queryOptions({
  queryKey: keys.status,
  queryFn: ({ signal }) => api.systemStatus({ signal }),
  refetchInterval: 10_000,
})

/** The first 200 people: more than one control plane has; a longer list comes with the paging of the table. */
export const usersQuery = queryOptions({
  queryKey: keys.users,
  queryFn: ({ signal }) => api.userList({ query: { limit: 200 }, signal }),
})

export const tokensQuery = queryOptions({ queryKey: keys.tokens, queryFn: ({ signal }) => api.tokenList({ signal }) })

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => api.sessionList({ signal }),
})

export const twoFactorQuery = queryOptions({
  queryKey: keys.twoFactor,
  queryFn: ({ signal }) => api.twoFactorView({ signal }),
})

export function auditQuery(filter: AuditQuery) {
  return infiniteQueryOptions({
    queryKey: [...keys.audit, filter],
    queryFn: ({ pageParam, signal }) => auditPage({ ...filter, ...(pageParam ? { before: pageParam } : {}) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}
