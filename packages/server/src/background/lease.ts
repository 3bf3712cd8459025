// Who runs the loops: an expiring lease row with a fencing number (rulings 22). Times are the database's own.
// A holder that was paused finds at its next act that the number has moved on, and does nothing.
import { sql } from 'kysely'
import { type Clock, systemClock } from '../lib/clock.ts'
import { failpoint } from '../lib/failpoint.ts'
import type { Db, Store, Trx } from '../store/store.ts'

export class LeaseLost extends Error {
  constructor() {
    super('another control plane holds the lease now')
    this.name = 'LeaseLost'
  }
}

export interface LeaseOptions {
  store: Store
  holder: string
  ttlMs: number
  onGained: () => void
  onLost: () => void
  onError: (error: unknown) => void
  clock?: Clock
}

const leaseName = 'loops'
const foreverMs = 100 * 365 * 86_400_000

export class Lease {
  readonly #options: LeaseOptions
  readonly #clock: Clock
  #fence: number | undefined
  #cancel: () => void = () => {}
  #cancelDeadline: () => void = () => {}
  #isStopped = false
  #turning: Promise<void> = Promise.resolve()

  constructor(options: LeaseOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  get isHeld(): boolean {
    return this.#fence !== undefined
  }

  async start(): Promise<void> {
    this.#turning = this.#turn()
    await this.#turning
  }

  /** Throws LeaseLost unless the lease is ours at this moment. Call it before every act on the world. */
  async check(): Promise<void> {
    const fence = this.#fence
    if (fence === undefined) throw new LeaseLost()
    const { store, holder } = this.#options
    const row = await store.db
      .selectFrom('leases')
      .select('fence')
      .where('name', '=', leaseName)
      .where('holder', '=', holder)
      .where('fence', '=', fence)
      .where('expires_at_ms', '>', store.nowMs)
      .executeTakeFirst()
    if (!row) this.#lose(fence)
    if (!row) throw new LeaseLost()
  }

  /** Inside a transaction: holds the row until commit, so that nobody can take over in between. */
  async hold(trx: Trx): Promise<void> {
    const fence = this.#fence
    if (fence === undefined) throw new LeaseLost()
    const { store, ttlMs } = this.#options
    // Whoever is paused in here must not keep the row, and so the lease, for as long as the pause lasts.
    if (store.isShared)
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(Math.ceil(ttlMs / 6))}`.execute(trx)
    const held = await trx
      .updateTable('leases')
      .set((row) => ({ fence: row.ref('fence') }))
      .where('name', '=', leaseName)
      .where('fence', '=', fence)
      .executeTakeFirst()
    if (held.numUpdatedRows === 1n) return
    this.#lose(fence)
    throw new LeaseLost()
  }

  /** Gives the lease back, so that another need not wait for it to expire. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel()
    // A renewal under way would take back what is given back here.
    await this.#turning
    this.#cancelDeadline()
    const fence = this.#fence
    this.#fence = undefined
    if (fence === undefined) return
    await this.#options.store.db
      .updateTable('leases')
      .set({ expires_at_ms: 0 })
      .where('name', '=', leaseName)
      .where('fence', '=', fence)
      .execute()
  }

  async #turn(): Promise<void> {
    if (this.#isStopped) return
    try {
      if (this.#fence === undefined) await this.#take()
      else await this.#renew(this.#fence)
    } catch (error) {
      this.#options.onError(error)
    }
    if (this.#isStopped || (this.#fence !== undefined && !this.#options.store.isShared)) return
    this.#cancel = this.#clock.after(this.#options.ttlMs / 3, () => {
      this.#turning = this.#turn()
    })
  }

  async #take(): Promise<void> {
    const { store, holder, ttlMs } = this.#options
    const askedAt = this.#clock.now()
    const fence = await takeLease(store, holder, ttlMs)
    if (fence === undefined) return
    await failpoint('lease.taken')
    this.#fence = fence
    if (this.#isStopped) return
    this.#watchDeadline(askedAt, fence)
    this.#options.onGained()
  }

  async #renew(fence: number): Promise<void> {
    const { store, holder, ttlMs } = this.#options
    const askedAt = this.#clock.now()
    const renewed = await store.db
      .updateTable('leases')
      .set({ expires_at_ms: expiry(store, ttlMs) })
      .where('name', '=', leaseName)
      .where('holder', '=', holder)
      .where('fence', '=', fence)
      .executeTakeFirst()
    if (renewed.numUpdatedRows !== 1n) return this.#lose(fence)
    if (this.#fence === fence) this.#watchDeadline(askedAt, fence)
  }

  /** A holder that cannot reach the database stops by itself when its time, counted from the question, is up. */
  #watchDeadline(askedAt: Date, fence: number): void {
    this.#cancelDeadline()
    if (!this.#options.store.isShared) return
    const leftMs = this.#options.ttlMs - (this.#clock.now().getTime() - askedAt.getTime())
    this.#cancelDeadline = this.#clock.after(Math.max(0, leftMs), () => this.#lose(fence))
  }

  #lose(fence: number): void {
    if (this.#fence !== fence) return
    this.#fence = undefined
    this.#cancelDeadline()
    this.#options.onLost()
  }
}

export async function leaseHolder(db: Db): Promise<string | null> {
  const row = await db.selectFrom('leases').select('holder').where('name', '=', leaseName).executeTakeFirst()
  return row?.holder ?? null
}

/** The new fencing number, or undefined while another's lease still runs. */
async function takeLease(store: Store, holder: string, ttlMs: number): Promise<number | undefined> {
  const expiresAt = expiry(store, store.isShared ? ttlMs : foreverMs)
  const row = await store.db
    .insertInto('leases')
    .values({ name: leaseName, holder, fence: 1, expires_at_ms: expiresAt })
    .onConflict((conflict) => {
      const taking = conflict.column('name').doUpdateSet((row) => ({
        holder,
        fence: row('leases.fence', '+', 1),
        expires_at_ms: expiresAt,
      }))
      // The data folder's lock already proves that no other control plane runs on a database of our own.
      if (!store.isShared) return taking
      // Our own row is one that we lost sight of, by a pause or a broken connection: no need to wait it out.
      return taking.where((row) =>
        row.or([row('leases.expires_at_ms', '<', store.nowMs), row('leases.holder', '=', holder)]),
      )
    })
    .returning('fence')
    .executeTakeFirst()
  return row?.fence
}

function expiry(store: Store, ttlMs: number) {
  return sql<number>`${store.nowMs} + ${sql.lit(Math.round(ttlMs))}`
}
