// Domains of all apps, as the ingress has them.
import type { Handler } from '../../context.ts'
import { mayTouch } from '../../http/actor.ts'
import { listAllReplicas } from '../apps/replica-view.ts'
import { listDomains } from './domain-list.ts'
import { planIngress } from './ingress-plan.ts'
import { readServed } from './ingress-view.ts'
import { isServing } from './lead-traffic.ts'

export const domainList: Handler<'domainList'> = async (ctx, { query, actor }) => {
  const [{ apps, served, publicPort }, replicas, isReady] = await Promise.all([
    readServed(ctx),
    listAllReplicas(ctx.db),
    isServing(ctx),
  ])
  const plan = planIngress({ listen: [], trustedProxies: [], challenges: [] }, apps, replicas)
  const state = { port: ctx.settings.APP_INGRESS_HTTP_ADDR?.port, isReady, httpsPort: publicPort }
  return listDomains(apps, plan, state, served).filter(
    ({ app }) => mayTouch(actor, 'app', app) && (query.app === undefined || query.app === app),
  )
}
