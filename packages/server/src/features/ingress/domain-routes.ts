// Domains of all apps, as the ingress has them.
import type { Handler } from '../../context.ts'
import { mayTouch } from '../../http/actor.ts'
import { listAllApps } from '../apps/app-view.ts'
import { listAllReplicas } from '../apps/replica-view.ts'
import { listDomains } from './domain-list.ts'
import { planIngress } from './ingress-plan.ts'
import { isServing } from './lead-traffic.ts'

export const domainList: Handler<'domainList'> = async (ctx, { query, actor }) => {
  const [apps, replicas, isReady] = await Promise.all([listAllApps(ctx.db), listAllReplicas(ctx.db), isServing(ctx)])
  const plan = planIngress({ listen: [], trustedProxies: [], challenges: [] }, apps, replicas)
  return listDomains(apps, plan, { port: ctx.settings.APP_INGRESS_HTTP_ADDR?.port, isReady }).filter(
    ({ app }) => mayTouch(actor, 'app', app) && (query.app === undefined || query.app === app),
  )
}
