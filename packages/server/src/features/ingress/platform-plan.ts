// The primary domain leads to the platform itself: to the program that listens here. Pure.
import { type IngressPlan, platformApp } from '../../drivers/ingress/ingress.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Address } from '../../settings.ts'
import { routeOptions, type ServedDomains } from './tls-plan.ts'

export interface Platform {
  /** The primary domain; null for none. */
  host: string | null
  listens: Address
  proof: Secret
}

export function withPlatform(
  plan: IngressPlan,
  { host, listens, proof }: Platform,
  served: ServedDomains,
): IngressPlan {
  // Port 0 is any that is free, which only the process itself knows.
  if (host === null || listens.port === 0) return plan
  const name = { host, path: '', isOwnName: true }
  const route = { host, path: '/', app: platformApp, ...routeOptions(name, served) }
  const upstream = { name: 'control-plane', address: dialled(listens.host), port: listens.port }
  return {
    ...plan,
    routes: [route, ...plan.routes.filter((each) => each.host !== host)],
    apps: [...plan.apps, { name: platformApp, upstreams: [{ ...upstream, state: 'serving' }] }],
    platformProof: proof.reveal(),
  }
}

/** What listens on every interface listens on loopback too. */
function dialled(host: string): string {
  if (host === '::' || host === '0.0.0.0' || host === 'localhost') return '127.0.0.1'
  return host
}
