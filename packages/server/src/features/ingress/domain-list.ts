// Under which names apps are reached, and whether they are, out of the plan of the ingress. Pure.
import type { Domain } from '@levelrail/contract/schemas/domains.ts'
import type { IngressPlan } from '../../drivers/ingress/ingress.ts'
import { presentApps, type RoutedApp, wantedNames } from './ingress-plan.ts'

export interface IngressState {
  /** The port of HTTP; undefined while there is no ingress. */
  port: number | undefined
  isReady: boolean
}

export function listDomains(apps: RoutedApp[], plan: IngressPlan, ingress: IngressState): Domain[] {
  const owners = new Map(plan.routes.map(({ host, path, app }) => [`${host}${path}`, app]))
  const serving = new Set(
    plan.apps.filter(({ upstreams }) => upstreams.some(({ state }) => state === 'serving')).map(({ name }) => name),
  )
  const stateOf = (app: string, key: string): Domain['state'] => {
    if (owners.get(key) !== app) return 'shadowed'
    if (!ingress.isReady) return 'no_ingress'
    return serving.has(app) ? 'serving' : 'not_running'
  }
  return wantedNames(presentApps(apps))
    .map(({ host, path, app, isOwnName }) => ({
      domain: `${host}${path}`,
      app,
      is_own_name: isOwnName,
      url: ingress.port === undefined ? null : `http://${host}${portText(ingress.port)}${path}/`,
      state: stateOf(app, `${host}${path}/`),
      // There is no TLS yet.
      tls_owner: null,
    }))
    .toSorted(byAppThenOwnName)
}

function byAppThenOwnName(one: Domain, other: Domain): number {
  if (one.app !== other.app) return one.app < other.app ? -1 : 1
  if (one.is_own_name !== other.is_own_name) return one.is_own_name ? -1 : 1
  return one.domain < other.domain ? -1 : 1
}

function portText(port: number): string {
  return port === 80 ? '' : `:${port}`
}
