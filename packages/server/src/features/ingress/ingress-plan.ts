// What the ingress should do, out of the apps and replicas of the store. Pure.
import type { IngressPlan, Listen, Route, Upstream } from '../../drivers/ingress/ingress.ts'
import type { ReplicaRow } from '../../store/tables.ts'
import type { StoredApp } from '../apps/app.ts'
import { parseDomain } from '../apps/domain.ts'

export type RoutedApp = Pick<StoredApp, 'name' | 'spec' | 'running' | 'isDeleting'>
export type RoutedReplica = Pick<
  ReplicaRow,
  'container' | 'app' | 'deploy_id' | 'address' | 'port' | 'ready' | 'traffic'
>

export function planIngress(
  settings: { listen: Listen[]; trustedProxies: string[] },
  apps: RoutedApp[],
  replicas: RoutedReplica[],
): IngressPlan {
  const byApp = Map.groupBy(replicas, ({ app }) => app)
  const present = apps
    .filter(({ isDeleting }) => !isDeleting)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return {
    ...settings,
    routes: routesOf(present),
    apps: present.map((app) => ({ name: app.name, upstreams: upstreamsOf(app, byApp.get(app.name) ?? []) })),
  }
}

/** Every app at `<app>.localhost` and at its domains, the first in the alphabet where two want the same. */
function routesOf(apps: RoutedApp[]): Route[] {
  const routes = new Map<string, Route>()
  for (const { name, spec } of apps) {
    const domains = spec.domains.flatMap((text) => {
      const domain = parseDomain(text)
      return domain.ok ? [domain.value] : []
    })
    for (const { host, path } of [{ host: `${name}.localhost`, path: '' }, ...domains]) {
      const key = `${host}${path}/`
      if (!routes.has(key)) routes.set(key, { host, path: `${path}/`, app: name })
    }
  }
  return [...routes.values()]
}

function upstreamsOf(app: RoutedApp, replicas: RoutedReplica[]): Upstream[] {
  return replicas
    .flatMap((replica): Upstream[] => {
      const state = trafficOf(replica, app.running?.deployId)
      const port = replica.port ?? app.running?.spec.port ?? null
      return state === undefined || port === null
        ? []
        : [{ name: replica.container, address: replica.address, port, state }]
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** A replica of a deploy that is not current gets requests only once it was let in. */
export function trafficOf(
  { traffic, ready, deploy_id }: Pick<RoutedReplica, 'traffic' | 'ready' | 'deploy_id'>,
  currentDeployId: string | undefined,
): Upstream['state'] | undefined {
  if (traffic === 'leaving') return 'draining'
  if (ready !== 1) return undefined
  return traffic === 'admitted' || deploy_id === currentDeployId ? 'serving' : undefined
}
