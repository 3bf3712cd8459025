// Every read of the dashboard: its key, its call, and how long the answer may be kept.
import type { AuditQuery } from '@levelrail/contract/schemas/audit.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, auditPage } from './client.ts'

export const keys = {
  session: ['session'],
  setup: ['setup'],
  status: ['status'],
  apps: ['apps'],
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
})

export type AppSort = 'name' | '-name' | 'created_at' | '-created_at'
export interface AppFilter {
  search?: string
  sort?: AppSort
}

/** Every read of an app lies under `keys.apps`, so that one act refreshes all of them. Nothing asks again by itself: the
 *  stream of changes says when (see `live.ts`). */
export function appsQuery(filter: AppFilter) {
  return queryOptions({
    queryKey: [...keys.apps, 'list', filter],
    queryFn: ({ signal }) => api.appList({ query: { ...filter, limit: 200 }, signal }),
    placeholderData: keepPreviousData,
  })
}

export const appsSummaryQuery = queryOptions({
  queryKey: [...keys.apps, 'summary'],
  queryFn: ({ signal }) => api.appsSummary({ signal }),
})

/** The newest deploys of all apps: enough to know which apps are being deployed now. */
export const deploymentsQuery = queryOptions({
  queryKey: [...keys.apps, 'deployments'],
  queryFn: ({ signal }) => api.deploymentList({ query: { limit: 50 }, signal }),
})

export function appQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name],
    queryFn: ({ signal }) => api.appView({ params: { name }, signal }),
  })
}

export type Replica = Awaited<ReturnType<typeof api.appReplicas>>[number]

export function replicasQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'replicas'],
    queryFn: ({ signal }) => api.appReplicas({ params: { name }, signal }),
  })
}

export function deploysQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'deploys'],
    queryFn: ({ signal }) => api.deployList({ params: { name }, query: { limit: 100 }, signal }),
  })
}

export function deployQuery(name: string, deployId: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'deploys', deployId],
    queryFn: ({ signal }) => api.deployView({ params: { name, deployId }, signal }),
  })
}

export function secretsQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'secrets'],
    queryFn: ({ signal }) => api.appSecretList({ params: { name }, signal }),
  })
}

export function isInProgress(deploy: Deploy): boolean {
  return deploy.outcome === 'in_progress'
}

/** A healthy deploy still drains what served before. */
export function isGoingOn(deploy: Deploy): boolean {
  return isInProgress(deploy) || deploy.phases.some((phase) => phase.finished_at === null)
}

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
