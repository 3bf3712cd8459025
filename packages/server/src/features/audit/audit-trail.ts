// Writes the audit log. Refused attempts are counted per address, minute and action: the first is written at once,
// later ones are added up in memory and written every few seconds, so that refusals cannot wear out the disk.
import type { Actor } from '../../http/actor.ts'
import type { AuditFacts, AuditTrail } from '../../http/audited.ts'
import { type Clock, isoNow } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Db } from '../../store/store.ts'
import type { AuditRow } from '../../store/tables.ts'
import { addRefused, insertAudit } from './audit-store.ts'

const mostPending = 1000
const flushAfterMs = 5000

export class StoredAuditTrail implements AuditTrail {
  readonly #db: Db
  readonly #clock: Clock
  readonly #onError: (error: unknown) => void
  /** Refusals seen since the last write, by key. A key stays for its minute with a count of 0. */
  #pending = new Map<string, AuditRow>()
  #cancelFlush: (() => void) | undefined

  constructor(db: Db, clock: Clock, onError: (error: unknown) => void) {
    this.#db = db
    this.#clock = clock
    this.#onError = onError
  }

  async record(db: Parameters<AuditTrail['record']>[0], facts: AuditFacts): Promise<void> {
    await insertAudit(db, this.#row(facts, null))
  }

  async refused(facts: AuditFacts): Promise<void> {
    const minute = isoNow(this.#clock).slice(0, 16)
    const key = `${facts.address} ${minute} ${facts.action} ${facts.status}`
    const pending = this.#pending.get(key)
    if (pending) {
      pending.count++
      pending.last_at = isoNow(this.#clock)
      this.#cancelFlush ??= this.#clock.after(flushAfterMs, () => void this.flush().catch(this.#onError))
      return
    }
    if (this.#pending.size >= mostPending) await this.flush()
    const row = this.#row(facts, key)
    this.#pending.set(key, { ...row, count: 0 })
    await addRefused(this.#db, row)
  }

  /** Writes what was added up; forgets keys of minutes gone by. */
  async flush(): Promise<void> {
    this.#cancelFlush?.()
    this.#cancelFlush = undefined
    const minute = isoNow(this.#clock).slice(0, 16)
    const pending = this.#pending
    this.#pending = new Map()
    for (const [key, row] of pending) {
      if (row.count > 0) await addRefused(this.#db, row)
      if (row.at.slice(0, 16) === minute && !this.#pending.has(key)) this.#pending.set(key, { ...row, count: 0 })
    }
  }

  #row(facts: AuditFacts, refusedKey: string | null): AuditRow {
    const { actor } = facts
    const now = this.#clock.now()
    return {
      id: newId('aud', now),
      at: now.toISOString(),
      last_at: null,
      count: 1,
      actor_kind: actor.kind,
      ...nameOf(actor),
      action: facts.action,
      resource: facts.resource,
      status: facts.status,
      address: facts.address,
      request_id: facts.requestId,
      refused_key: refusedKey,
    }
  }
}

function nameOf(actor: Actor): { actor: string; actor_id: string } {
  if (actor.kind === 'session') return { actor: actor.user.email, actor_id: actor.user.id }
  if (actor.kind === 'token') return { actor: actor.tokenName, actor_id: actor.tokenId }
  return { actor: '', actor_id: '' }
}
