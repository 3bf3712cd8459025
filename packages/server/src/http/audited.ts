// What the HTTP layer says of a request to the audit trail, at one place for every route.
import type { Db, Trx } from '../store/store.ts'
import type { Actor } from './actor.ts'

export interface AuditFacts {
  actor: Actor
  /** Route id, or the name of a system event. */
  action: string
  resource: string
  status: number
  address: string
  requestId: string
}

export interface AuditTrail {
  /** One row of its own. */
  record(db: Db | Trx, facts: AuditFacts): Promise<void>
  /** Counted together with others from the same address in the same minute, so that refusals cannot fill the disk. */
  refused(facts: AuditFacts): Promise<void>
}

/** Whether an answer is counted in aggregate: everything that costs a stranger nothing to repeat. */
export function isRefusal(actor: Actor, status: number): boolean {
  return status === 401 || status === 403 || status === 429 || (actor.kind === 'anonymous' && status >= 400)
}

/** `users/usr_1` of `/api/v1/users/usr_1`: what a write was about when its handler did not say. */
export function resourceFromPath(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/^\/api\/v1\//, '').slice(0, 200)
}
