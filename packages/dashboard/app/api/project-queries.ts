// Reads of organizations, projects, environments and the variables that they share. The stream of changes says when to
// read again (see `refresh.ts`).
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { api, everyRow, listPage } from './client.ts'
import { type AppsAsked, keys } from './queries.ts'

export const organizationsQuery = queryOptions({
  queryKey: [...keys.organizations, 'list'],
  queryFn: ({ signal }) => everyRow((page) => listPage('organizationList', page, signal)),
  select: (rows) => rows.toSorted(byName),
})

export const projectsQuery = queryOptions({
  queryKey: [...keys.projects, 'list'],
  queryFn: ({ signal }) => everyRow((page) => listPage('projectList', page, signal)),
  select: (rows) => rows.toSorted(byName),
})

/** Of all projects: few, and needed wherever an app is shown. */
export const environmentsQuery = queryOptions({
  queryKey: [...keys.environments, 'list'],
  queryFn: ({ signal }) => everyRow((page) => listPage('environmentListAll', page, signal)),
  select: (rows) => rows.toSorted(byName),
})

export function organizationQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.organizations, 'one', id],
    queryFn: ({ signal }) => api.organizationView({ params: { id }, signal }),
  })
}

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.projects, 'one', id],
    queryFn: ({ signal }) => api.projectView({ params: { id }, signal }),
  })
}

export function environmentQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.environments, 'one', id],
    queryFn: ({ signal }) => api.environmentView({ params: { id }, signal }),
  })
}

/** Every app, or every one of a project; unlike the pages of the list of apps, all at once. */
export function allAppsQuery(asked: AppsAsked) {
  return queryOptions({
    queryKey: [...keys.apps, 'list', 'all', asked],
    queryFn: ({ signal }) => everyRow((page) => listPage('appList', { ...asked, ...page }, signal)),
  })
}

export function topologyQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'topology', id],
    queryFn: ({ signal }) => api.projectTopology({ params: { id }, signal }),
  })
}

export function comparisonQuery(projectId: string, a: string | undefined, b: string | undefined) {
  return queryOptions({
    queryKey: [...keys.sharedEnv, 'compare', projectId, a, b],
    queryFn:
      a && b && a !== b
        ? ({ signal }) => api.environmentCompare({ params: { id: projectId }, query: { a, b }, signal })
        : skipToken,
  })
}

/** The tiers whose variables apps share, and the calls of each. */
export const tiers = {
  organization: {
    all: api.organizationEnvAll,
    replace: api.organizationEnvReplace,
    setSecret: api.organizationSecretSet,
    deleteSecret: api.organizationSecretDelete,
  },
  project: {
    all: api.projectEnvAll,
    replace: api.projectEnvReplace,
    setSecret: api.projectSecretSet,
    deleteSecret: api.projectSecretDelete,
  },
  environment: {
    all: api.environmentEnvAll,
    replace: api.environmentEnvReplace,
    setSecret: api.environmentSecretSet,
    deleteSecret: api.environmentSecretDelete,
  },
}
export type Tier = keyof typeof tiers

export function sharedEnvQuery(tier: Tier, id: string) {
  return queryOptions({
    queryKey: [...keys.sharedEnv, tier, id],
    queryFn: ({ signal }) => tiers[tier].all({ params: { id }, signal }),
  })
}

export function effectiveEnvQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'env', 'effective'],
    queryFn: ({ signal }) => api.appEnvEffective({ params: { name }, signal }),
  })
}

export function pendingEnvQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'env', 'pending'],
    queryFn: ({ signal }) => api.appEnvPending({ params: { name }, signal }),
  })
}

/** Where an app is filed, by name; nothing of it while that is not known. */
export function usePlace({ project_id, environment_id }: { project_id: string; environment_id: string }) {
  const { data: projects } = useQuery(projectsQuery)
  const { data: environments } = useQuery(environmentsQuery)
  return {
    project: projects?.find(({ id }) => id === project_id),
    environment: environments?.find(({ id }) => id === environment_id),
  }
}

/** Environments of one project, by name. */
export function useEnvironments(projectId: string) {
  const { data, ...rest } = useQuery(environmentsQuery)
  return { ...rest, data: data?.filter(({ project_id }) => project_id === projectId) }
}

function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return a.name.localeCompare(b.name) || a.id.localeCompare(b.id)
}
