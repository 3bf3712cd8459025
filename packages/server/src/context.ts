// The Context type only: what a handler or loop can be given. `compose.ts` builds it by hand.
import type { AllRoutes, RouteId } from '@levelrail/contract/all-routes.ts'
import type { JwkSet } from '@levelrail/contract/schemas/system.ts'
import type { Logger } from 'pino'
import type { Background } from './background/background.ts'
import type { ChangeFeed } from './background/change-feed.ts'
import type { Lease } from './background/lease.ts'
import type { Workflow } from './background/workflow.ts'
import type { Acme } from './drivers/acme/acme.ts'
import type { ContainerEngine } from './drivers/container/container.ts'
import type { Dns } from './drivers/dns/dns.ts'
import type { Ingress } from './drivers/ingress/ingress.ts'
import { conflict, needsMasterKey } from './errors.ts'
import type { AuditTrail } from './http/audited.ts'
import type { HandlerOf } from './http/handler.ts'
import type { Metrics } from './http/metrics.ts'
import type { ReadCache } from './http/read-cache.ts'
import type { Throttle } from './http/throttle.ts'
import type { Clock } from './lib/clock.ts'
import type { Places } from './lib/places.ts'
import type { Secret } from './lib/secret.ts'
import type { Place, SecretBox } from './lib/secret-box.ts'
import type { createSemaphore } from './lib/semaphore.ts'
import type { Settings } from './settings.ts'
import type { Db, Store } from './store/store.ts'

export interface Context {
  settings: Settings
  log: Logger
  clock: Clock
  store: Store
  db: Db
  /** Undefined without a master key. */
  box: SecretBox | undefined
  audit: AuditTrail
  reads: ReadCache
  metrics: Metrics
  throttle: Throttle
  engine: ContainerEngine
  ingress: Ingress
  dns: Dns
  acme: Acme
  /** Places for live log streams. */
  logStreams: Places
  /** Places for terminals. */
  terminals: Places
  /** Runs a search through logs, of which only a few may run at once. */
  logReads: ReturnType<typeof createSemaphore>
  /** A network must not go while a container is being put into it. */
  networkGate: ReturnType<typeof createSemaphore>
  loops: Background<Context>
  changes: ChangeFeed
  lease: Lease
  workflows: Workflow<Context>[]
  /** Shown by the ingress where it leads to this program. */
  ingressProof: Secret
  instanceId: string
  nodeId: string
  version: string
  startedAt: Date
  /** Served where no master key can seal a lasting one; gone with the process. */
  temporaryKey: JwkSet['keys'][number] | undefined
  /** Aborted when the stop begins. */
  stopping: AbortSignal
}

export type Handler<Id extends RouteId> = HandlerOf<Context, AllRoutes[Id]>

/** The sealed box, or 501 where no master key is configured. Spec 1, convention 5. */
export function boxFor(ctx: Pick<Context, 'box'>, what: string): SecretBox {
  if (!ctx.box) throw needsMasterKey(what)
  return ctx.box
}

/** The same secret sealed for another place, or 409 where the master key in use does not open it. */
export function moveSeal(ctx: Pick<Context, 'box'>, what: string, sealed: string, from: Place, to: Place): string {
  const box = boxFor(ctx, what)
  try {
    return box.seal(to, box.open(from, sealed))
  } catch {
    throw conflict(`${what} cannot be opened with the master key in use: set it again, or remove it first`)
  }
}
