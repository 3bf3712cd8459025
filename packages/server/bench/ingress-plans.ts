// What the ingress is told for its figures: an app without rules and one with all of them, or very many apps.
import type { IngressApp, IngressPlan, Upstream } from '../src/drivers/ingress/ingress.ts'
import type { IngressRules } from '../src/drivers/ingress/ingress-rules.ts'
import { presetTable } from '../src/drivers/ingress/waf-presets.ts'
import { makeCertificates, planned } from '../test/support/certificates.ts'
import { freePort } from '../test/support/server.ts'

const loopback = '127.0.0.1'

/** Everything that a request can pass. */
const allRules: IngressRules = {
  rateLimit: { requests: 1_000_000, per: 'second' },
  allow: ['127.0.0.0/8', '10.0.0.0/8'],
  deny: ['192.0.2.0/24', '2001:db8::/32'],
  wafPresets: presetTable.map(({ name }) => name),
  wafPatterns: ['wp-login'],
  basicAuth: null,
  maintenance: null,
  requestHeaders: [{ name: 'X-Before', value: 'one' }],
  responseHeaders: [{ name: 'X-After', value: 'two' }],
  stickyCookie: null,
  balance: 'leastconn',
  connectSeconds: 2,
  responseSeconds: 60,
  idleSeconds: 600,
  bodyLimitBytes: 1_000_000,
}

export async function fewHosts(behind: number): Promise<IngressPlan> {
  const apps = [
    { name: 'plain', upstreams: upstreams(behind) },
    { name: 'ruled', upstreams: upstreams(behind), rules: allRules },
  ]
  return planOf(apps)
}

export async function manyHosts(count: number, behind: number): Promise<IngressPlan> {
  return planOf(Array.from({ length: count }, (_, at) => ({ name: `app${at}`, upstreams: upstreams(behind) })))
}

/** The same, with the server behind its first app at another port. */
export function ledTo(plan: IngressPlan, port: number): IngressPlan {
  return { ...plan, apps: plan.apps.map((app, at) => (at === 0 ? { ...app, upstreams: upstreams(port) } : app)) }
}

/** Each app has a host and a certificate of its own. */
async function planOf(apps: IngressApp[]): Promise<IngressPlan> {
  const hosts = apps.map(({ name }) => `${name}.example.test`)
  const { certificates } = await makeCertificates([['fallback.invalid'], ...hosts.map((host) => [host])])
  const [fallback, ...rest] = certificates.map((made) => planned(made))
  if (!fallback) throw new Error('no certificate was made')
  const port = await freePort()
  return {
    listen: [{ host: loopback, port: await freePort() }],
    trustedProxies: [],
    challenges: [],
    routes: apps.map(({ name }, at) => ({ host: hosts[at] ?? '', path: '/', app: name })),
    apps,
    tls: { listen: [{ host: loopback, port }], fallback, certificates: rest },
  }
}

function upstreams(port: number): Upstream[] {
  return [{ name: `r${port}`, address: loopback, port, state: 'serving' }]
}
