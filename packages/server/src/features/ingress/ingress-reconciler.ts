// Keeps the ingress leading to the apps that serve, and tells as a condition whether it does. Woken by every write to an
// app or its replicas; while nothing changed, a pass reads the store and asks the proxy nothing.
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import { LeaseLost } from '../../background/lease.ts'
import { defineLoop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import type { DriverError } from '../../drivers/container/container.ts'
import { IngressError, type IngressErrorKind } from '../../drivers/ingress/ingress.ts'
import type { Address } from '../../settings.ts'
import { listAppNames } from '../apps/app-view.ts'
import { keepInternalCertificates } from '../certificates/keep-internal.ts'
import {
  changedCondition,
  listConditions,
  type ObservedCondition,
  removeCondition,
  saveCondition,
} from '../system/conditions.ts'
import { nodeSubject } from '../system/engine-condition.ts'
import { canTakeTls, readServed } from './ingress-view.ts'
import { ingressConditionType, isIngressFault, isOn, leadTraffic } from './lead-traffic.ts'
import { hostsOfOwner } from './tls-plan.ts'

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
    const unmade = await keepCertificates(ctx, signal)
    const seen = await leadTraffic(ctx, signal).then(
      ({ takesTls, faults }) => servingCondition(ctx, takesTls, [...unmade, ...faults]),
      (error: unknown) => faultCondition(error),
    )
    const condition = changedCondition(stored, seen, ctx.clock.now())
    if (condition) {
      ctx.log.info({ status: condition.status, reason: condition.reason }, `ingress: ${condition.message}`)
      await saveCondition(ctx.db, subject, condition)
      // Apps that could not reach it wait ever longer; now they need not.
      if (condition.status !== stored?.status) for (const app of await listAppNames(ctx.db)) ctx.loops.wake('apps', app)
    }
    if (seen.status === 'true') return seen.reason === 'Serving' ? undefined : { again: '15s' }
    return { again: '5s' }
  },
})

/** Turned off: it goes, and with it what was said of it. */
async function takeAway(ctx: Context, subject: string, signal: AbortSignal): Promise<void> {
  await ctx.ingress.remove(signal)
  await removeCondition(ctx.db, subject, ingressConditionType)
  ctx.log.info('ingress: it is off, and its container was removed')
}

/** Those of our own authority. That they cannot be made is told, and holds up nothing. */
async function keepCertificates(ctx: Context, signal: AbortSignal): Promise<string[]> {
  const { box } = ctx
  if (!box || !canTakeTls(ctx)) return []
  const { served } = await readServed(ctx)
  try {
    await keepInternalCertificates(ctx, box, hostsOfOwner(served, 'internal'))
    return []
  } catch (error) {
    if (error instanceof LeaseLost || signal.aborted) throw error
    ctx.log.warn({ err: error }, 'certificates of the internal authority could not be made')
    return [`certificates of the internal authority cannot be made: ${error instanceof Error ? error.message : error}`]
  }
}

function servingCondition({ settings }: Context, takesTls: boolean, faults: string[]): ObservedCondition {
  const { APP_INGRESS_HTTP_ADDR: http, APP_INGRESS_HTTPS_ADDR: https } = settings
  const addresses = [http, takesTls ? https : undefined].flatMap((each) => each ?? [])
  if (faults.length === 0) {
    const message = `the ingress listens on ${addresses.map(whereText).join(' and ')}`
    return { type: ingressConditionType, status: 'true', reason: 'Serving', message }
  }
  const message = `the ingress serves in part: ${faults.slice(0, 5).join('; ')}`.slice(0, 1000)
  return { type: ingressConditionType, status: 'true', reason: 'ServingInPart', message }
}

function whereText({ host, port }: Address): string {
  return host === '::' ? `port ${port} of every interface` : `${host}:${port}`
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

/** Every write to an app, its replicas or a certificate is a reason to look, also whether a new domain needs a certificate. */
export async function watchTraffic(ctx: Context, signal: AbortSignal): Promise<void> {
  if (!isOn(ctx)) return
  const isOfTraffic = ({ kind }: { kind: string }) => kind === 'app' || kind === 'certificate'
  for await (const { changes } of ctx.changes.follow(isOfTraffic, undefined, 60_000, signal, 0))
    if (changes === 'everything' || changes.length > 0) for (const loop of ['ingress', 'acme']) ctx.loops.resync(loop)
}
