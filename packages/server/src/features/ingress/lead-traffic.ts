// Makes the ingress lead to the replicas that the store says, and waits until it does. Whoever changes which replicas
// serve calls this before going on; the ingress loop does the same for everybody else.
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { IngressError } from '../../drivers/ingress/ingress.ts'
import { listConditions } from '../system/conditions.ts'
import { nodeSubject } from '../system/engine-condition.ts'
import { type PlanNeeds, readPlan } from './read-plan.ts'

export type IngressNeeds = PlanNeeds & Pick<Context, 'ingress' | 'nodeId' | 'log'>

export interface Led {
  takesTls: boolean
  /** What it does not do of what is asked for, while it does the rest. */
  faults: string[]
}

export async function leadTraffic(ctx: IngressNeeds, signal: AbortSignal): Promise<Led> {
  const led: Led = { takesTls: false, faults: [] }
  const ofProxy = await ctx.ingress.converge(async () => {
    const { plan, faults } = await readPlan(ctx)
    led.takesTls = plan.tls !== undefined
    led.faults = faults
    return plan
  }, signal)
  return { ...led, faults: [...led.faults, ...ofProxy.map(({ message }) => message)] }
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
