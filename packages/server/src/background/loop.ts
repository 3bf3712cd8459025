// Loops: observe -> plan -> act, by key. A loop is woken by writes, events and a slow period, and a wake carries
// no more than the key, so there is one path: read how the world is, and move it. This file owns everything else,
// once: never two runs of one key, a bound on keys at a time, time-outs, back-off after a throw, drain on stop,
// status. A loop itself holds no timer, no retry and no catch.
import type { LoopStatus } from '@levelrail/contract/schemas/system.ts'
import { type Clock, isoNow } from '../lib/clock.ts'
import { type Duration, durationMs } from '../lib/duration.ts'
import { failpoint } from '../lib/failpoint.ts'
import { LeaseLost } from './lease.ts'

export interface LoopDefinition<Ctx, Observed, Action> {
  name: string
  what: string
  every: Duration
  /** `leader`: one control plane at a time, fenced. `everywhere`: each for its own machine. */
  where: 'leader' | 'everywhere'
  atOnce?: number
  timeout?: Duration
  keys(ctx: Ctx): Promise<string[]>
  /** For loops of many keys, so that a period costs one cheap look instead of a pass for each. */
  glance?: Glance<Ctx, Observed>
  observe(ctx: Ctx, key: string, signal: AbortSignal): Promise<Observed>
  /** Pure: leaves no choice to `act`. */
  plan(observed: Observed, now: Date): Action[]
  act(ctx: Ctx, action: Action, signal: AbortSignal): Promise<LoopResult>
}

/** The same mark must mean the same plan: a key that rested under it has nothing to do. */
export interface Glance<Ctx, Observed> {
  /** The mark of every key, read all together. */
  marks(ctx: Ctx, signal: AbortSignal): Promise<Map<string, string>>
  /** The mark of what a pass saw; undefined when rest is not sure to last. */
  markOf(observed: Observed): string | undefined
}

/** Nothing = done; `again` = come back by then, or earlier when woken. */
// biome-ignore lint/suspicious/noConfusingVoidType: an act that has nothing to say just ends
export type LoopResult = void | { again: Duration }

/** A pass that found nothing to do says under which mark. */
// biome-ignore lint/suspicious/noConfusingVoidType: a pass that has nothing to say just ends
export type PassResult = void | { again: Duration } | { restsAs: string }

export interface Loop<Ctx> {
  name: string
  what: string
  every: Duration
  where: 'leader' | 'everywhere'
  atOnce: number
  timeoutMs: number
  keys(ctx: Ctx): Promise<string[]>
  marks?(ctx: Ctx, signal: AbortSignal): Promise<Map<string, string>>
  pass(ctx: Ctx, key: string, now: Date, signal: AbortSignal, beforeAct: () => Promise<void>): Promise<PassResult>
}

/** Recorded and shown, but not tried again, by the period neither, until something wakes the key. */
export class Terminal extends Error {}

export function defineLoop<Ctx, Observed, Action>(definition: LoopDefinition<Ctx, Observed, Action>): Loop<Ctx> {
  const { name, what, every, where, keys, glance } = definition
  return {
    name,
    what,
    every,
    where,
    keys,
    atOnce: definition.atOnce ?? 1,
    timeoutMs: durationMs(definition.timeout ?? '60s'),
    ...(glance ? { marks: glance.marks } : {}),
    async pass(ctx, key, now, signal, beforeAct) {
      const observed = await definition.observe(ctx, key, signal)
      const actions = definition.plan(observed, now)
      const mark = actions.length === 0 ? glance?.markOf(observed) : undefined
      if (mark !== undefined) return { restsAs: mark }
      let soonest: { again: Duration } | undefined
      for (const action of actions) {
        signal.throwIfAborted()
        await beforeAct()
        await failpoint(`loop.${name}.before-act`)
        const result = await definition.act(ctx, action, signal)
        await failpoint(`loop.${name}.after-act`)
        if (result && (!soonest || durationMs(result.again) < durationMs(soonest.again))) soonest = result
      }
      return soonest
    },
  }
}

export interface LoopRunnerOptions<Ctx> {
  /** Asked for when first needed: the context holds the loops, and the loops the context. */
  ctx: () => Ctx
  clock: Clock
  beforeAct: () => Promise<void>
  onError: (loop: string, key: string, error: unknown) => void
}

const firstBackoffMs = 1000
const longestBackoffMs = 5 * 60_000
const glanceTimeoutMs = 10_000

export class LoopRunner<Ctx> {
  readonly loop: Loop<Ctx>
  readonly #options: LoopRunnerOptions<Ctx>
  readonly #queue = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #wokenWhileRunning = new Set<string>()
  readonly #failures = new Map<string, { count: number; message: string }>()
  readonly #timers = new Map<string, () => void>()
  /** Keys that had nothing to do, by the mark under which that was so. */
  readonly #resting = new Map<string, string>()
  #cancelResync: () => void = () => {}
  #stopping = new AbortController()
  #isStarted = false
  #lastRunAt: string | null = null
  #lastDurationMs: number | null = null
  #keysError: string | null = null

  constructor(loop: Loop<Ctx>, options: LoopRunnerOptions<Ctx>) {
    this.loop = loop
    this.#options = options
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#stopping = new AbortController()
    void this.#resync()
  }

  /** Aborts what runs and waits for it to end. */
  async stop(): Promise<void> {
    this.#isStarted = false
    this.#stopping.abort(new Error('stopping'))
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
    this.#cancelResync()
    this.#queue.clear()
    this.#wokenWhileRunning.clear()
    this.#failures.clear()
    this.#resting.clear()
    await Promise.allSettled(this.#running.values())
  }

  get isStarted(): boolean {
    return this.#isStarted
  }

  /** Looks at every key now, and closely: wakes may have been lost. */
  resync(): void {
    this.#resting.clear()
    if (this.#isStarted) void this.#resync()
  }

  wake(key: string): void {
    if (!this.#isStarted) return
    this.#cancelTimer(key)
    if (this.#running.has(key)) this.#wokenWhileRunning.add(key)
    else this.#queue.add(key)
    this.#pump()
  }

  status(): LoopStatus {
    const failure = [...this.#failures.values()].at(-1)
    return {
      name: this.loop.name,
      what: this.loop.what,
      every: this.loop.every,
      running: this.#running.size,
      waiting: this.#queue.size,
      last_run_at: this.#lastRunAt,
      last_duration_ms: this.#lastDurationMs,
      last_error: failure?.message ?? this.#keysError,
      failing_keys: this.#failures.size,
    }
  }

  async #resync(): Promise<void> {
    try {
      const keys = await this.loop.keys(this.#options.ctx())
      this.#keysError = null
      this.#forgetExcept(keys)
      const isResting = await this.#lookForResting()
      // What failed waits for its own time, or for a wake: a resync must not hammer it.
      for (const key of keys) if (!this.#failures.has(key) && !isResting(key)) this.wake(key)
    } catch (error) {
      this.#keysError = messageOf(error)
      if (this.#isStarted) this.#options.onError(this.loop.name, '', error)
    }
    if (!this.#isStarted) return
    this.#cancelResync()
    this.#cancelResync = this.#options.clock.after(durationMs(this.loop.every), () => void this.#resync())
  }

  /** One look at all keys: those that still look as they did when there was nothing to do need no pass. */
  async #lookForResting(): Promise<(key: string) => boolean> {
    const { ctx, clock, onError } = this.#options
    if (!this.loop.marks || this.#resting.size === 0) return () => false
    const timeout = new AbortController()
    const cancelTimeout = clock.after(glanceTimeoutMs, () =>
      timeout.abort(new Error('the look at all keys took too long')),
    )
    try {
      const marks = await this.loop.marks(ctx(), AbortSignal.any([this.#stopping.signal, timeout.signal]))
      return (key) => marks.has(key) && marks.get(key) === this.#resting.get(key)
    } catch (error) {
      // Each key finds out for itself what is wrong.
      if (this.#isStarted) onError(this.loop.name, '', error)
      return () => false
    } finally {
      cancelTimeout()
    }
  }

  /** A key that is gone and will not be tried again must not count as failing, or be remembered, for ever. */
  #forgetExcept(keys: string[]): void {
    const known = new Set(keys)
    for (const key of this.#resting.keys()) if (!known.has(key)) this.#resting.delete(key)
    for (const key of this.#failures.keys()) {
      if (!known.has(key) && !this.#timers.has(key) && !this.#running.has(key)) this.#failures.delete(key)
    }
  }

  #pump(): void {
    for (const key of this.#queue) {
      if (this.#running.size >= this.loop.atOnce) return
      this.#queue.delete(key)
      this.#running.set(
        key,
        Promise.resolve().then(() => this.#run(key)),
      )
    }
  }

  async #run(key: string): Promise<void> {
    const { ctx, clock, beforeAct } = this.#options
    const stopping = this.#stopping.signal
    const startedAt = clock.now()
    this.#resting.delete(key)
    const timeout = new AbortController()
    const cancelTimeout = clock.after(this.loop.timeoutMs, () => {
      timeout.abort(new Error(`took longer than ${this.loop.timeoutMs / 1000} s`))
    })
    try {
      const signal = AbortSignal.any([stopping, timeout.signal])
      const result = await this.loop.pass(ctx(), key, startedAt, signal, beforeAct)
      this.#failures.delete(key)
      if (!result || stopping.aborted) return
      if ('restsAs' in result) this.#resting.set(key, result.restsAs)
      else this.#later(key, durationMs(result.again), () => this.wake(key))
    } catch (error) {
      if (!stopping.aborted) this.#failed(key, timeout.signal.aborted ? timeout.signal.reason : error)
    } finally {
      cancelTimeout()
      this.#lastRunAt = isoNow(clock)
      this.#lastDurationMs = clock.now().getTime() - startedAt.getTime()
      this.#running.delete(key)
      if (this.#wokenWhileRunning.delete(key)) this.wake(key)
      this.#pump()
    }
  }

  #failed(key: string, error: unknown): void {
    if (error instanceof LeaseLost) return
    const count = (this.#failures.get(key)?.count ?? 0) + 1
    this.#failures.delete(key)
    this.#failures.set(key, { count, message: messageOf(error) })
    this.#options.onError(this.loop.name, key, error)
    if (error instanceof Terminal) return
    const backoff = Math.min(firstBackoffMs * 2 ** (count - 1), longestBackoffMs)
    this.#later(key, backoff, () => this.wake(key))
  }

  #later(key: string, ms: number, run: () => void): void {
    if (!this.#isStarted) return
    this.#cancelTimer(key)
    this.#timers.set(
      key,
      this.#options.clock.after(ms, () => {
        this.#timers.delete(key)
        run()
      }),
    )
  }

  #cancelTimer(key: string): void {
    this.#timers.get(key)?.()
    this.#timers.delete(key)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
