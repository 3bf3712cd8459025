// What the HTTP layer is given: the context, the table with its handlers, and how to tell who calls.
import type { Route } from '@levelrail/contract/route.ts'
import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import type { Secret } from '../lib/secret.ts'
import type { Db, Generation } from '../store/store.ts'
import type { SignedIn } from './actor.ts'
import type { AuditTrail } from './audited.ts'
import type { Credential } from './credentials.ts'
import type { AnyHandler } from './handler.ts'
import type { Metrics } from './metrics.ts'
import type { ReadCache } from './read-cache.ts'

export interface HttpOptions<Ctx> {
  ctx: Ctx & {
    db: Db
    log: Logger
    clock: Clock
    audit: AuditTrail
    reads: ReadCache
    metrics: Metrics
    stopping: AbortSignal
  }
  routes: Record<string, Route>
  handlers: Record<string, AnyHandler<Ctx>>
  /** `isUse` is false for a look that must not keep a session alive. */
  authenticate(
    credential: Credential,
    address: string,
    readAt: Generation,
    isUse: boolean,
  ): Promise<SignedIn | undefined>
  trustedProxies: string[]
  /** What our own ingress shows, so that it is believed what it says of a client. */
  ingressProof: Secret
  dashboardDir: string
}
