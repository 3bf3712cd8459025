// Follows the logs of one app and hands them to its log drain, until the drain changes or goes. At least once: what was
// delivered is written down after it was, and a new beginning goes on from there.
import { isDeepStrictEqual } from 'node:util'
import type { LogEntry } from '@levelrail/contract/schemas/logs.ts'
import type { Context } from '../../context.ts'
import { isoNow, pause } from '../../lib/clock.ts'
import { failpoint } from '../../lib/failpoint.ts'
import type { StoredApp } from '../apps/app.ts'
import { getApp } from '../apps/app-view.ts'
import type { StoredDrain } from '../apps/log-drain.ts'
import { followLogs } from '../logs/follow-app-logs.ts'
import { readLogCursor, stampOf, writeLogCursor } from '../logs/log-cursor.ts'
import { readFilter } from '../logs/log-filter.ts'
import { deliverLines } from './deliver-lines.ts'
import { DeliveryFailed } from './delivery-failure.ts'
import { type BufferLimits, LineBuffer, type WaitingLine } from './line-buffer.ts'
import { getDrainCursor, saveDrainCursor } from './log-drain-store.ts'
import { tellDrain } from './tell-drain.ts'

const limits: BufferLimits = {
  lines: 5000,
  bytes: 4 * 1024 * 1024,
  batchLines: 500,
  batchBytes: 512 * 1024,
  batchAgeMs: 1000,
}
/** The cursor is written no more often. */
const saveEveryMs = 3000
const lookAgainMs = 60_000
const firstRetryMs = 1000
const longestRetryMs = 60_000
/** A batch that the receiver says it does not want is given up after so many tries, or it would hold up all others. */
const mostRefusals = 5

export async function forwardLogs(
  ctx: Context,
  app: StoredApp,
  drain: StoredDrain,
  longestMs: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const stop = AbortSignal.any([signal, over.signal])
  const cancel = ctx.clock.after(longestMs, () => over.abort())
  const buffer = new LineBuffer(ctx.clock, limits)
  const cursor = await firstCursor(ctx, app.name)
  const sender = new Sender(ctx, app.name, drain, buffer)
  const work = [read(ctx, app.name, cursor, buffer, stop), sender.run(stop), untilChanged(ctx, app, stop)]
  try {
    await Promise.race(work)
  } finally {
    cancel()
    over.abort()
    await Promise.allSettled(work)
  }
}

/** A new drain begins now: what was written before it was asked for is not sent. */
async function firstCursor(ctx: Context, app: string): Promise<string> {
  const stored = await getDrainCursor(ctx.db, app)
  if (stored !== undefined) return stored
  const fresh = writeLogCursor({ base: stampOf(ctx.clock.now()), positions: new Map() })
  await saveCursor(ctx, app, fresh)
  const message = 'nothing was written since the log drain was set'
  await tellDrain(ctx, app, { status: 'unknown', reason: 'Waiting', message })
  return fresh
}

/** Under the lease, so that nobody who lost it takes back what another has sent since. */
async function saveCursor(ctx: Context, app: string, cursor: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    await saveDrainCursor(trx, app, cursor)
  })
}

async function read(ctx: Context, app: string, cursor: string, buffer: LineBuffer, stop: AbortSignal): Promise<void> {
  const wish = { filter: readFilter({}), beginning: { cursor: readLogCursor(cursor), lines: [] } }
  for await (const { event, id, data } of followLogs(ctx, app, wish, stop))
    if (event === 'line') await buffer.push({ entry: data as LogEntry, cursor: id ?? '' }, stop)
}

async function untilChanged(ctx: Context, app: StoredApp, stop: AbortSignal): Promise<void> {
  const isOurs = ({ kind, name }: { kind: string; name: string }) => kind === 'app' && name === app.name
  for await (const _ of ctx.changes.follow(isOurs, undefined, lookAgainMs, stop)) {
    const now = await getApp(ctx.db, app.name)
    if (!now || now.isDeleting || now.logDrainSealed !== app.logDrainSealed) return
  }
}

/** Takes batches out of the buffer, and tries each until it is delivered. */
class Sender {
  readonly #ctx: Context
  readonly #app: string
  readonly #drain: StoredDrain
  readonly #buffer: LineBuffer
  /** Delivered, but not written down yet. */
  #unsaved: string | undefined
  #savedAt = 0
  /** In all, for the condition. */
  #dropped = 0
  /** Of which the receiver was not told yet. */
  #untold = 0
  #told: object | undefined

  constructor(ctx: Context, app: string, drain: StoredDrain, buffer: LineBuffer) {
    this.#ctx = ctx
    this.#app = app
    this.#drain = drain
    this.#buffer = buffer
  }

  async run(stop: AbortSignal): Promise<void> {
    try {
      while (!stop.aborted) {
        const batch = await this.#buffer.take(stop, this.#unsaved === undefined ? undefined : saveEveryMs)
        if (batch.length > 0 && (await this.#deliver(batch, stop))) this.#unsaved = batch.at(-1)?.cursor
        if (this.#ctx.clock.now().getTime() - this.#savedAt >= saveEveryMs) await this.#save()
      }
    } finally {
      await this.#save()
    }
  }

  /** False when the signal ended it before the batch was dealt with. */
  async #deliver(batch: readonly WaitingLine[], stop: AbortSignal): Promise<boolean> {
    for (let tries = 1; !stop.aborted; tries++) {
      await this.#ctx.lease.check()
      const failure = await this.#try(batch, stop)
      if (!failure) return !stop.aborted
      if (failure.isRefusal && tries >= mostRefusals) {
        this.#count(batch.length)
        await this.#tell('false', failure.reason, failure.message)
        return true
      }
      this.#buffer.setReceiverAway(true)
      this.#count(this.#buffer.takeDropped())
      await this.#tell('false', failure.reason, failure.message)
      await pause(this.#ctx.clock, Math.min(firstRetryMs * 2 ** (tries - 1), longestRetryMs), stop).catch(() => {})
    }
    return false
  }

  /** Undefined when it was delivered, or the signal ended it. */
  async #try(batch: readonly WaitingLine[], stop: AbortSignal): Promise<DeliveryFailed | undefined> {
    this.#count(this.#buffer.takeDropped())
    const entries = batch.map(({ entry }) => entry)
    const untold = this.#untold
    try {
      const all = untold > 0 ? [droppedEntry(untold, isoNow(this.#ctx.clock)), ...entries] : entries
      await deliverLines(this.#ctx, this.#app, this.#drain, all, stop)
    } catch (error) {
      if (error instanceof DeliveryFailed) return error
      if (stop.aborted) return undefined
      throw error
    }
    await failpoint('log-drain.delivered')
    this.#untold -= untold
    this.#buffer.setReceiverAway(false)
    await this.#tell('true', 'Forwarding', 'the receiver of the log drain takes the lines')
    return undefined
  }

  #count(dropped: number): void {
    this.#dropped += dropped
    this.#untold += dropped
  }

  async #tell(status: 'true' | 'false', reason: string, message: string): Promise<void> {
    const lost = this.#dropped > 0 ? `; ${this.#dropped} lines that it did not take were dropped` : ''
    const seen = { status, reason, message: `${message}${lost}` }
    if (isDeepStrictEqual(seen, this.#told)) return
    await tellDrain(this.#ctx, this.#app, seen)
    this.#told = seen
  }

  async #save(): Promise<void> {
    if (this.#unsaved === undefined) return
    await saveCursor(this.#ctx, this.#app, this.#unsaved)
    this.#unsaved = undefined
    this.#savedAt = this.#ctx.clock.now().getTime()
  }
}

/** So that who reads the forwarded lines knows that some are missing. */
function droppedEntry(lines: number, timestamp: string): LogEntry {
  const nowhere = { container: 'levelrail', replica: 0, deploy_id: '' }
  const message = `levelrail: ${lines} lines before this one were dropped, because the log drain did not take them`
  return { timestamp, ...nowhere, stream: 'stderr', level: 'warn', message, cut: false }
}
