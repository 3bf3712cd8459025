// THE route table: every route of the control plane, by id. `routes.txt` is its printed form.
import type { Route } from './route.ts'
import { acmeRoutes } from './routes/acme.ts'
import { appRoutes } from './routes/apps.ts'
import { authRoutes } from './routes/auth.ts'
import { certificateRoutes } from './routes/certificates.ts'
import { cloneRoutes } from './routes/clones.ts'
import { deployRoutes } from './routes/deploys.ts'
import { dnsRoutes } from './routes/dns.ts'
import { domainRoutes } from './routes/domains.ts'
import { envRoutes } from './routes/env.ts'
import { eventRoutes } from './routes/events.ts'
import { execRoutes } from './routes/exec.ts'
import { guardRoutes } from './routes/guards.ts'
import { logRoutes } from './routes/logs.ts'
import { nodeRoutes } from './routes/nodes.ts'
import { projectRoutes } from './routes/projects.ts'
import { promotionRoutes } from './routes/promotions.ts'
import { registryRoutes } from './routes/registries.ts'
import { requestRoutes } from './routes/requests.ts'
import { ruleRoutes } from './routes/rules.ts'
import { settingsRoutes } from './routes/settings.ts'
import { systemRoutes } from './routes/system.ts'
import { taskRoutes } from './routes/tasks.ts'
import { userRoutes } from './routes/users.ts'

export const allRoutes = {
  ...systemRoutes,
  ...authRoutes,
  ...userRoutes,
  ...appRoutes,
  ...taskRoutes,
  ...deployRoutes,
  ...guardRoutes,
  ...registryRoutes,
  ...eventRoutes,
  ...projectRoutes,
  ...cloneRoutes,
  ...promotionRoutes,
  ...envRoutes,
  ...logRoutes,
  ...execRoutes,
  ...nodeRoutes,
  ...domainRoutes,
  ...requestRoutes,
  ...ruleRoutes,
  ...certificateRoutes,
  ...settingsRoutes,
  ...dnsRoutes,
  ...acmeRoutes,
} satisfies Record<string, Route>

export type AllRoutes = typeof allRoutes
export type RouteId = keyof AllRoutes
export const routeIds = Object.keys(allRoutes) as RouteId[]

/** One line a route, for people and for review: id, method, path, ability. */
export function printRoutes(): string {
  const lines = Object.entries(allRoutes).map(
    ([id, { method, path, options }]) => `${id.padEnd(22)} ${method.padEnd(6)} ${path.padEnd(44)} ${options.ability}`,
  )
  return `${lines.join('\n')}\n`
}
