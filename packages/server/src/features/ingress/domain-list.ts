// Under which names apps are reached, and whether they are, out of the plan of the ingress. Pure.
import type { Domain } from '@levelrail/contract/schemas/domains.ts'
import type { IngressPlan } from '../../drivers/ingress/ingress.ts'
import { type HostTls, isSentToHttps } from '../certificates/tls-owner.ts'
import { presentApps, type RoutedApp, wantedNames } from './ingress-plan.ts'
import type { ServedDomains } from './tls-plan.ts'

export interface IngressState {
  /** The port of HTTP; undefined while there is no ingress. */
  port: number | undefined
  isReady: boolean
  /** The port of HTTPS as clients know it. */
  httpsPort: number
}

export function listDomains(
  apps: RoutedApp[],
  plan: IngressPlan,
  ingress: IngressState,
  { hosts, now }: ServedDomains,
): Domain[] {
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
      url: urlOf(host, path, ingress, hosts.get(host), now),
      state: stateOf(app, `${host}${path}/`),
      tls_owner: hosts.get(host)?.owner ?? null,
    }))
    .toSorted(byAppThenOwnName)
}

function byAppThenOwnName(one: Domain, other: Domain): number {
  if (one.app !== other.app) return one.app < other.app ? -1 : 1
  if (one.is_own_name !== other.is_own_name) return one.is_own_name ? -1 : 1
  return one.domain < other.domain ? -1 : 1
}

/** HTTPS where browsers trust what answers; a wildcard is no address. */
function urlOf(
  host: string,
  path: string,
  { port, httpsPort }: IngressState,
  tls: HostTls | undefined,
  now: Date,
): string | null {
  if (port === undefined || host.startsWith('*.')) return null
  const isTrusted = tls !== undefined && (tls.owner === 'proxy' || isSentToHttps('auto', tls, now))
  return isTrusted
    ? `https://${host}${httpsPort === 443 ? '' : `:${httpsPort}`}${path}/`
    : `http://${host}${port === 80 ? '' : `:${port}`}${path}/`
}
