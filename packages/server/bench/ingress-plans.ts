// What the ingress is told for its figures: a few apps, or very many.
import type { IngressPlan } from '../src/drivers/ingress/ingress.ts'
import { freePort } from '../test/support/server.ts'

const loopback = '127.0.0.1'

export async function fewHosts(behind: number): Promise<IngressPlan> {
  return planOf(['plain'], behind)
}

export async function manyHosts(count: number, behind: number): Promise<IngressPlan> {
  const names = Array.from({ length: count }, (_, at) => `app${at}`)
  return planOf(names, behind)
}

/** The same, with the server behind its first app at another port. */
export function ledTo(plan: IngressPlan, port: number): IngressPlan {
  const apps = plan.apps.map((app, at) => (at === 0 ? { ...app, upstreams: upstreams(port) } : app))
  return { ...plan, apps }
}

async function planOf(names: string[], behind: number): Promise<IngressPlan> {
  return {
    listen: [{ host: loopback, port: await freePort() }],
    trustedProxies: [],
    challenges: [],
    routes: names.map((name) => ({ host: hostOf(name), path: '/', app: name })),
    apps: names.map((name) => ({ name, upstreams: upstreams(behind) })),
  }
}

export function hostOf(app: string): string {
  return `${app}.example.test`
}

function upstreams(port: number): IngressPlan['apps'][number]['upstreams'] {
  return [{ name: `r${port}`, address: loopback, port, state: 'serving' }]
}
