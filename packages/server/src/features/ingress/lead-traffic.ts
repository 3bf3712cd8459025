// Makes the ingress lead to the replicas that the store says, and waits until it does. Whoever changes which replicas
// serve calls this before going on; the ingress loop does the same for everybody else.
import { networkInterfaces } from 'node:os'
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { IngressError, type IngressPlan, type Listen } from '../../drivers/ingress/ingress.ts'
import { listChallenges } from '../acme/acme-order-view.ts'
import { listAllApps } from '../apps/app-view.ts'
import { listAllReplicas } from '../apps/replica-view.ts'
import { readIngressRules } from '../rules/rule-view.ts'
import { listConditions } from '../system/conditions.ts'
import { nodeSubject } from '../system/engine-condition.ts'
import { planIngress, withRules } from './ingress-plan.ts'

export type IngressNeeds = Pick<Context, 'db' | 'box' | 'ingress' | 'settings' | 'nodeId' | 'log'>

export async function leadTraffic(ctx: IngressNeeds, signal: AbortSignal): Promise<void> {
  await ctx.ingress.converge(() => readPlan(ctx), signal)
}

/** As `leadTraffic`, unless there is no ingress that works: that must not hold up apps. */
export async function leadTrafficIfServing(ctx: IngressNeeds, signal: AbortSignal): Promise<void> {
  if (!isOn(ctx)) return
  await leadTraffic(ctx, signal).catch((error: unknown) => unlessAway(ctx, error))
}

/** How many requests and connections the ingress still has under way with a replica; none where there is no ingress. */
export async function countUnderWay(
  ctx: IngressNeeds,
  app: string,
  container: string,
  signal: AbortSignal,
): Promise<number> {
  if (!isOn(ctx)) return 0
  try {
    return await ctx.ingress.countSessions(app, [container], signal)
  } catch (error) {
    await unlessAway(ctx, error)
    return 0
  }
}

export function isOn({ settings }: Pick<Context, 'settings'>): boolean {
  return settings.APP_INGRESS_HTTP_ADDR !== undefined
}

export function isIngressFault(error: unknown): error is IngressError | DriverError {
  return error instanceof IngressError || error instanceof DriverError
}

export const ingressConditionType = 'IngressReady'

/** As the ingress loop last saw it. */
export async function isServing(ctx: Pick<Context, 'db' | 'settings' | 'nodeId'>): Promise<boolean> {
  if (!isOn(ctx)) return false
  const conditions = await listConditions(ctx.db, nodeSubject(ctx.nodeId))
  return conditions.some(({ type, status }) => type === ingressConditionType && status === 'true')
}

/** An ingress that was well a moment ago is tried again; one that is known not to work is not waited for. */
async function unlessAway(ctx: IngressNeeds, error: unknown): Promise<void> {
  if (!isIngressFault(error)) throw error
  if (await isServing(ctx)) throw error
  ctx.log.warn({ err: error }, 'the ingress is not ready and is not waited for')
}

async function readPlan(ctx: Pick<Context, 'db' | 'box' | 'settings'>): Promise<IngressPlan> {
  const { db, settings } = ctx
  const [apps, replicas, challenges, rules] = await Promise.all([
    listAllApps(db),
    listAllReplicas(db),
    listChallenges(db),
    readIngressRules(ctx),
  ])
  const address = settings.APP_INGRESS_HTTP_ADDR
  const listen = address ? listenAt(address) : []
  const trustedProxies = settings.APP_INGRESS_TRUSTED_PROXIES
  return withRules(planIngress({ listen, trustedProxies, challenges }, apps, replicas), rules)
}

/** Every interface is two addresses, where the machine knows both families. */
function listenAt({ host, port }: Listen): Listen[] {
  if (host !== '::') return [{ host, port }]
  const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ family }) => family === 'IPv6'))
  return [{ host: '0.0.0.0', port }, ...(hasIpv6 ? [{ host: '::', port }] : [])]
}
