// Which resource changed, for whoever looks at it: never what it became. The store tells every committed write; what
// one follower may hear is gathered for a moment, so that a burst is one batch, and kept within a bound: one who reads
// too slowly, or was away too long, is told that anything may have changed. Nobody following costs nothing.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/store.ts'

export interface Change {
  kind: string
  name: string
}

/** `everything`: more changed than could be kept, or it is not known what. */
export interface ChangeBatch {
  /** Where to go on from after a broken connection. */
  cursor: string
  changes: Change[] | 'everything'
}

const mostFollowers = 1000
const mostKept = 500
const usualGatherMs = 150

interface Follower {
  mayHear: (change: Change) => boolean
  pending: Map<string, Change> | 'everything'
  wake: () => void
}

export class ChangeFeed {
  readonly #clock: Clock
  readonly #followers = new Set<Follower>()
  /** Cursors of another run of the program mean nothing here. */
  readonly #run = randomBytes(4).toString('hex')
  /** The newest change of each resource, oldest first, with its number. */
  readonly #recent = new Map<string, { seq: number; change: Change }>()
  #seq = 0
  /** Changes up to this number are no longer known one by one. */
  #forgotten = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async start(store: Pick<Store, 'listen'>): Promise<void> {
    await store.listen(
      'change',
      (payload) => this.tell(readChange(payload)),
      () => this.#tellEverything(),
    )
  }

  get followers(): number {
    return this.#followers.size
  }

  get hasRoom(): boolean {
    return this.#followers.size < mostFollowers
  }

  tell(change: Change): void {
    const key = `${change.kind}:${change.name}`
    this.#seq++
    this.#recent.delete(key)
    this.#recent.set(key, { seq: this.#seq, change })
    const [oldest] = this.#recent.size > mostKept ? this.#recent : []
    if (oldest) {
      this.#recent.delete(oldest[0])
      this.#forgotten = oldest[1].seq
    }
    for (const follower of this.#followers) if (follower.mayHear(change)) add(follower, key, change)
  }

  /**
   * Batches from now on, or from after `cursor`, until the signal ends it. `idleMs` without any gives an empty one. Who
   * looks at everything anyway, and so need not be told of a burst in one batch, gathers nothing.
   */
  async *follow(
    mayHear: (change: Change) => boolean,
    cursor: string | undefined,
    idleMs: number,
    signal: AbortSignal,
    gatherMs = usualGatherMs,
  ): AsyncGenerator<ChangeBatch, void> {
    const follower: Follower = { mayHear, pending: this.#since(cursor, mayHear), wake: () => {} }
    this.#followers.add(follower)
    try {
      yield this.#take(follower)
      while (!signal.aborted) {
        if (isEmpty(follower)) await this.#wait(follower, idleMs, signal)
        if (!isEmpty(follower) && gatherMs > 0) await this.#wait({ wake: () => {} }, gatherMs, signal)
        if (signal.aborted) return
        yield this.#take(follower)
      }
    } finally {
      this.#followers.delete(follower)
    }
  }

  #take(follower: Follower): ChangeBatch {
    const { pending } = follower
    follower.pending = new Map()
    const changes = pending === 'everything' ? pending : [...pending.values()]
    return { cursor: `${this.#run}-${this.#seq}`, changes }
  }

  #since(cursor: string | undefined, mayHear: (change: Change) => boolean): Follower['pending'] {
    const [run, seq = ''] = cursor?.split('-') ?? []
    const from = Number.parseInt(seq, 10)
    if (run !== this.#run || !(from >= this.#forgotten)) return 'everything'
    const missed = [...this.#recent].filter(([, { seq, change }]) => seq > from && mayHear(change))
    return new Map(missed.map(([key, { change }]) => [key, change]))
  }

  #tellEverything(): void {
    this.#recent.clear()
    this.#forgotten = this.#seq
    for (const follower of this.#followers) {
      follower.pending = 'everything'
      follower.wake()
    }
  }

  /** Until woken, or the time is over, or the signal says so; never longer, and nothing is left behind. */
  #wait(follower: Pick<Follower, 'wake'>, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel()
        signal.removeEventListener('abort', done)
        follower.wake = () => {}
        resolve()
      }
      const cancel = this.#clock.after(ms, done)
      signal.addEventListener('abort', done, { once: true })
      follower.wake = done
      if (signal.aborted) done()
    })
  }
}

function add(follower: Follower, key: string, change: Change): void {
  if (follower.pending === 'everything') return
  follower.pending.set(key, change)
  if (follower.pending.size > mostKept) follower.pending = 'everything'
  follower.wake()
}

function isEmpty({ pending }: Follower): boolean {
  return pending !== 'everything' && pending.size === 0
}

function readChange(payload: string): Change {
  const colon = payload.indexOf(':')
  return { kind: payload.slice(0, colon), name: payload.slice(colon + 1) }
}
