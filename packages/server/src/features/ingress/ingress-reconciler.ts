// Keeps the ingress leading to the apps that serve, and tells as a condition whether it does. Woken by every write to an
// app or its replicas; while nothing changed, a pass reads the store and asks the proxy nothing.
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import { defineLoop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import type { DriverError } from '../../drivers/container/container.ts'
import { IngressError, type IngressErrorKind } from '../../drivers/ingress/ingress.ts'
import { listAppNames } from '../apps/app-view.ts'
import {
  changedCondition,
  listConditions,
  type ObservedCondition,
  removeCondition,
  saveCondition,
} from '../system/conditions.ts'
import { nodeSubject } from '../system/engine-condition.ts'
import { ingressConditionType, isIngressFault, isOn, leadTraffic } from './lead-traffic.ts'

interface Observed {
  subject: string
  stored: Condition | undefined
  isOn: boolean
}

type Action = Pick<Observed, 'subject' | 'stored'> & { kind: 'lead' | 'take-away' }

export const ingressLoop = defineLoop<Context, Observed, Action>({
  name: 'ingress',
  what: 'make the ingress lead to the apps that serve',
  every: '60s',
  where: 'leader',
  timeout: '2m',
  keys: async () => ['local'],
  async observe(ctx) {
    const subject = nodeSubject(ctx.nodeId)
    const conditions = await listConditions(ctx.db, subject)
    return { subject, stored: conditions.find(({ type }) => type === ingressConditionType), isOn: isOn(ctx) }
  },
  plan({ isOn, ...rest }) {
    if (isOn) return [{ kind: 'lead', ...rest }]
    // Only what says that there was one tells that one may be left.
    return rest.stored ? [{ kind: 'take-away', ...rest }] : []
  },
  async act(ctx, { kind, subject, stored }, signal) {
    if (kind === 'take-away') return takeAway(ctx, subject, signal)
    const seen = await leadTraffic(ctx, signal).then(
      () => servingCondition(ctx),
      (error: unknown) => faultCondition(error),
    )
    const condition = changedCondition(stored, seen, ctx.clock.now())
    if (condition) {
      ctx.log.info({ status: condition.status, reason: condition.reason }, `ingress: ${condition.message}`)
      await saveCondition(ctx.db, subject, condition)
      // Apps that could not reach it wait ever longer; now they need not.
      if (condition.status !== stored?.status) for (const app of await listAppNames(ctx.db)) ctx.loops.wake('apps', app)
    }
    return seen.status === 'true' ? undefined : { again: '5s' }
  },
})

/** Turned off: it goes, and with it what was said of it. */
async function takeAway(ctx: Context, subject: string, signal: AbortSignal): Promise<void> {
  await ctx.ingress.remove(signal)
  await removeCondition(ctx.db, subject, ingressConditionType)
  ctx.log.info('ingress: it is off, and its container was removed')
}

function servingCondition({ settings }: Context): ObservedCondition {
  const { host, port } = settings.APP_INGRESS_HTTP_ADDR ?? { host: '', port: 0 }
  const where = host === '::' ? `port ${port} of every interface` : `${host}:${port}`
  return { type: ingressConditionType, status: 'true', reason: 'Serving', message: `the ingress listens on ${where}` }
}

const reasons: Record<IngressErrorKind, string> = {
  'image-missing': 'ImageMissing',
  'port-taken': 'PortTaken',
  invalid: 'InvalidConfiguration',
  unreachable: 'ProxyUnreachable',
  failed: 'ProxyFailed',
}

const advice: Partial<Record<IngressErrorKind, string>> = {
  'image-missing': '; make it with: levelrail images build haproxy',
  'port-taken': '; stop it, or set APP_INGRESS_HTTP_ADDR to another port',
}

function faultCondition(error: unknown): ObservedCondition {
  if (!isIngressFault(error)) throw error
  return { type: ingressConditionType, status: 'false', reason: reasonOf(error), message: messageOf(error) }
}

function reasonOf(error: IngressError | DriverError): string {
  if (error instanceof IngressError) return reasons[error.kind]
  return error.kind === 'unreachable' ? 'RuntimeUnreachable' : 'RuntimeRefused'
}

function messageOf(error: IngressError | DriverError): string {
  return `${error.message}${error instanceof IngressError ? (advice[error.kind] ?? '') : ''}`
}

/** Every write to an app or its replicas is a reason to look, also whether a new domain needs a certificate. */
export async function watchTraffic(ctx: Context, signal: AbortSignal): Promise<void> {
  if (!isOn(ctx)) return
  const isOfApp = ({ kind }: { kind: string }) => kind === 'app'
  for await (const { changes } of ctx.changes.follow(isOfApp, undefined, 60_000, signal))
    if (changes === 'everything' || changes.length > 0) for (const loop of ['ingress', 'acme']) ctx.loops.resync(loop)
}
