// Every read of the dashboard: its key, its call, and how long the answer may be kept.
import type { AuditQuery } from '@levelrail/contract/schemas/audit.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, auditPage, listPage } from './client.ts'

export const keys = {
  session: ['session'],
  setup: ['setup'],
  status: ['status'],
  apps: ['apps'],
  domains: ['domains'],
  certificates: ['certificates'],
  ingress: ['ingress-settings'],
  requests: ['requests'],
  organizations: ['organizations'],
  projects: ['projects'],
  environments: ['environments'],
  sharedEnv: ['shared-envs'],
  users: ['users'],
  tokens: ['tokens'],
  registries: ['registry-credentials'],
  freezes: ['freeze-windows'],
  approvalRules: ['approval-rules'],
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

export interface AppsAsked {
  search?: string
  sort?: 'name' | '-name' | 'created_at' | '-created_at'
  /** `none` asks for those in none. */
  project_id?: string
  environment_id?: string
}

/** Every read of an app lies under `keys.apps`, so that one act refreshes all of them. Nothing asks again by itself: the
 *  stream of changes says when (see `live.ts`). */
export function appsQuery(asked: AppsAsked) {
  return pagedQuery([...keys.apps, 'list', asked], (page, signal) => listPage('appList', { ...asked, ...page }, signal))
}

/** A list that comes in pages: all of those that were asked for, one after the other. */
function pagedQuery<Row>(
  queryKey: readonly unknown[],
  fetchPage: (page: { limit: number; before?: string }, signal: AbortSignal) => Promise<ListPage<Row>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage({ limit: 200, ...(pageParam ? { before: pageParam } : {}) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}

interface ListPage<Row> {
  rows: Row[]
  next: string | undefined
}

/** The rows of all pages as one list. */
export function rowsOf<Row>(data: { pages: readonly ListPage<Row>[] } | undefined): Row[] | undefined {
  return data?.pages.flatMap(({ rows }) => rows)
}

export const appsSummaryQuery = queryOptions({
  queryKey: [...keys.apps, 'summary'],
  queryFn: ({ signal }) => api.appsSummary({ signal }),
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

export function domainsQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.domains, name],
    queryFn: ({ signal }) => api.domainList({ query: { app: name }, signal }),
  })
}

export function deploysQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'deploys'],
    queryFn: ({ signal }) => api.deployList({ params: { name }, query: { limit: 100 }, signal }),
  })
}

/** All of them, page after page; the newest hundred above are enough for everything but the list. */
export function deployPagesQuery(name: string) {
  return pagedQuery([...keys.apps, 'one', name, 'deploys', 'pages'], (page, signal) =>
    listPage('deployList', page, signal, { name }),
  )
}

export function deployQuery(name: string, deployId: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'deploys', deployId],
    queryFn: ({ signal }) => api.deployView({ params: { name, deployId }, signal }),
  })
}

export type DeployDiffQuery = NonNullable<NonNullable<Parameters<typeof api.deployDiff>[0]>['query']>

/** What a deploy changed against another, or what going back to it would change against what runs. */
export function deployDiffQuery(name: string, deployId: string, query: DeployDiffQuery) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'deploys', deployId, 'diff', query],
    queryFn: ({ signal }) => api.deployDiff({ params: { name, deployId }, query, signal }),
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

export const registryCredentialsQuery = queryOptions({
  queryKey: keys.registries,
  queryFn: ({ signal }) => api.registryCredentialList({ signal }),
})

export const usersQuery = pagedQuery(keys.users, (page, signal) => listPage('userList', page, signal))

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
