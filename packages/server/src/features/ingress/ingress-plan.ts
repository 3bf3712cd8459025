// What the ingress should do, out of the apps and replicas of the store. Pure.
import type { IngressApp, IngressPlan, Route, Upstream } from '../../drivers/ingress/ingress.ts'
import type { IngressRules } from '../../drivers/ingress/ingress-rules.ts'
import { appOfTarget, canaryTarget, targetOf } from '../../drivers/ingress/render-tls.ts'
import type { ReplicaRow } from '../../store/tables.ts'
import type { StoredApp } from '../apps/app.ts'
import { type Domain, parseDomain } from '../apps/domain.ts'
import { routeOptions, type ServedDomains } from './tls-plan.ts'

export type RoutedApp = Pick<StoredApp, 'name' | 'spec' | 'running' | 'isDeleting'>
export type RoutedReplica = Pick<
  ReplicaRow,
  'container' | 'app' | 'deploy_id' | 'address' | 'port' | 'ready' | 'traffic'
>

export function planIngress(
  settings: Pick<IngressPlan, 'listen' | 'trustedProxies' | 'challenges'>,
  apps: RoutedApp[],
  replicas: RoutedReplica[],
  /** Without it every domain is served plainly. */
  served?: ServedDomains,
): IngressPlan {
  const byApp = Map.groupBy(replicas, ({ app }) => app)
  const present = presentApps(apps)
  const routes = routesOf(present, served)
  const own = present.map((app) => ({ name: app.name, upstreams: upstreamsOf(app, byApp.get(app.name) ?? []) }))
  const canaries = present.flatMap((app) => canaryOf(app, byApp.get(app.name) ?? []))
  return { ...settings, routes, apps: [...own, ...canaries, ...own.flatMap((app) => atOtherPorts(app, routes))] }
}

/** An app once more for the replicas that get a share of its requests. */
function canaryOf(app: RoutedApp, replicas: RoutedReplica[]): IngressApp[] {
  const upstreams = upstreamsOf(app, replicas, canaryTrafficOf)
  return upstreams.length === 0 ? [] : [{ name: canaryTarget(app.name), upstreams }]
}

/** An app whose canary serves gives it its share. */
export function withCanaries(plan: IngressPlan, weights: ReadonlyMap<string, number>): IngressPlan {
  const isServing = (name: string) =>
    plan.apps.some((app) => app.name === canaryTarget(name) && app.upstreams.some(({ state }) => state === 'serving'))
  return {
    ...plan,
    apps: plan.apps.map((app) => {
      const weight = weights.get(app.name)
      return weight === undefined || !isServing(app.name) ? app : { ...app, canaryWeight: weight }
    }),
  }
}

/** An app once more for each port that a domain of it leads to instead of its own. */
function atOtherPorts({ name, upstreams }: IngressApp, routes: Route[]): IngressApp[] {
  const ports = new Set(routes.filter(({ app }) => app === name).flatMap(({ port }) => port ?? []))
  return [...ports].map((port) => ({
    name: targetOf({ app: name, port }),
    upstreams: upstreams.map((upstream) => ({ ...upstream, port })),
  }))
}

/** An app has the same rules at each of its ports. */
export function withRules(plan: IngressPlan, rules: ReadonlyMap<string, IngressRules>): IngressPlan {
  return { ...plan, apps: plan.apps.map((app) => ({ ...app, rules: rules.get(appOfTarget(app.name)) })) }
}

export function presentApps<App extends Pick<RoutedApp, 'name' | 'isDeleting'>>(apps: App[]): App[] {
  return apps.filter(({ isDeleting }) => !isDeleting).toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Where two want the same, the first has it. */
function routesOf(apps: RoutedApp[], served: ServedDomains | undefined): Route[] {
  const routes = new Map<string, Route>()
  for (const name of wantedNames(apps)) {
    const { host, path, app } = name
    const key = `${host}${path}/`
    const options = served ? routeOptions(name, served) : {}
    if (!routes.has(key)) routes.set(key, { host, path: `${path}/`, app, ...options })
  }
  return [...routes.values()]
}

export interface WantedName extends Domain {
  app: string
  isOwnName: boolean
}

/** `<app>.localhost` of every app first, so that no domain of another takes it; then the domains by app. */
export function wantedNames(apps: Pick<RoutedApp, 'name' | 'spec'>[]): WantedName[] {
  const ownNames = apps.map(({ name }) => ({ host: `${name}.localhost`, path: '', app: name, isOwnName: true }))
  const domains = apps.flatMap(({ name, spec }) =>
    spec.domains.flatMap((text) => {
      const domain = parseDomain(text)
      return domain.ok ? [{ ...domain.value, app: name, isOwnName: false }] : []
    }),
  )
  return [...ownNames, ...domains]
}

function upstreamsOf(app: RoutedApp, replicas: RoutedReplica[], stateOf = trafficOf): Upstream[] {
  return replicas
    .flatMap((replica): Upstream[] => {
      const state = stateOf(replica, app.running?.deployId)
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
  if (traffic === 'canary' || traffic === 'leaving_canary') return undefined
  if (ready !== 1) return undefined
  return traffic === 'admitted' || deploy_id === currentDeployId ? 'serving' : undefined
}

function canaryTrafficOf({ traffic, ready }: Pick<RoutedReplica, 'traffic' | 'ready'>): Upstream['state'] | undefined {
  if (traffic === 'leaving_canary') return 'draining'
  return traffic === 'canary' && ready === 1 ? 'serving' : undefined
}
