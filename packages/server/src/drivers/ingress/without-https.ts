// A plan whose routes send nobody to HTTPS where nothing would answer there. Pure.
import type { IngressPlan } from './ingress.ts'

export function withoutHttps<Plan extends Pick<IngressPlan, 'routes'>>(
  plan: Plan,
  isAnswered: (host: string) => boolean,
): Plan {
  const routes = plan.routes.map((route) => (isAnswered(route.host) ? route : { ...route, isSentToHttps: false }))
  return { ...plan, routes }
}
