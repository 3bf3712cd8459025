// All background work of one control plane: its own loops always, the leader's loops while it holds the lease.
import type { LoopStatus } from '@levelrail/contract/schemas/system.ts'
import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/store.ts'
import { Lease } from './lease.ts'
import { type Loop, LoopRunner } from './loop.ts'

export interface BackgroundOptions<Ctx> {
  ctx: () => Ctx
  loops: Loop<Ctx>[]
  store: Store
  clock: Clock
  holder: string
  leaseTtlMs: number
  onLease: (isHeld: boolean) => void
  onError: (loop: string, key: string, error: unknown) => void
}

export class Background<Ctx> {
  readonly lease: Lease
  readonly #store: Store
  readonly #onError: BackgroundOptions<Ctx>['onError']
  readonly #runners: Map<string, LoopRunner<Ctx>>
  #isStopping = false

  constructor(options: BackgroundOptions<Ctx>) {
    this.#store = options.store
    this.#onError = options.onError
    this.lease = new Lease({
      store: options.store,
      holder: options.holder,
      ttlMs: options.leaseTtlMs,
      clock: options.clock,
      onGained: () => {
        if (this.#isStopping) return
        options.onLease(true)
        for (const runner of this.#leaderRunners()) runner.start()
      },
      onLost: () => {
        options.onLease(false)
        for (const runner of this.#leaderRunners()) void runner.stop()
      },
      onError: (error) => options.onError('lease', '', error),
    })
    this.#runners = new Map(
      options.loops.map((loop) => {
        const beforeAct = loop.where === 'leader' ? () => this.lease.check() : async () => {}
        const { ctx, clock, onError } = options
        return [loop.name, new LoopRunner(loop, { ctx, clock, onError, beforeAct })]
      }),
    )
  }

  async start(): Promise<void> {
    await this.#store.listen(
      'wake',
      (payload) => {
        const [loop = '', key = ''] = payload.split('\n')
        this.#runners.get(loop)?.wake(key)
      },
      () => {
        for (const runner of this.#runners.values()) runner.resync()
      },
    )
    for (const runner of this.#runners.values()) if (runner.loop.where === 'everywhere') runner.start()
    await this.lease.start()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#runners.values()].map((runner) => runner.stop()))
    await this.lease.stop()
  }

  /** Wakes a key wherever its loop runs. A wake that is lost costs time, never truth: the period finds the key too. */
  wake(loop: string, key: string): void {
    const runner = this.#runners.get(loop)
    if (!runner) throw new Error(`no loop ${loop}`)
    if (runner.isStarted) runner.wake(key)
    else this.#store.notify('wake', `${loop}\n${key}`).catch((error: unknown) => this.#onError(loop, key, error))
  }

  /** Looks closely at every key of a loop that runs here: something may have happened that nobody was told of. */
  resync(loop: string): void {
    this.#runners.get(loop)?.resync()
  }

  status(): LoopStatus[] {
    return [...this.#runners.values()].map((runner) => runner.status())
  }

  #leaderRunners(): LoopRunner<Ctx>[] {
    return [...this.#runners.values()].filter(({ loop }) => loop.where === 'leader')
  }
}
