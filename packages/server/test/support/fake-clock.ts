// A clock that stands still until told: timers run in their order, and what they set off gets to run in between.
import type { Clock } from '../../src/lib/clock.ts'

interface Timer {
  at: number
  run: () => void
}

export class FakeClock implements Clock {
  #nowMs = Date.parse('2030-01-01T00:00:00Z')
  readonly #timers = new Set<Timer>()

  now(): Date {
    return new Date(this.#nowMs)
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#nowMs + ms, run }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Time passes as on a machine that slept: timers that came due meanwhile have not run yet. */
  jump(ms: number): void {
    this.#nowMs += ms
  }

  async advance(ms: number): Promise<void> {
    const end = this.#nowMs + ms
    for (let next = await this.#nextBy(end); next; next = await this.#nextBy(end)) {
      this.#timers.delete(next)
      this.#nowMs = next.at
      next.run()
    }
    this.#nowMs = end
  }

  async #nextBy(end: number): Promise<Timer | undefined> {
    await settled()
    const [next] = [...this.#timers].sort((a, b) => a.at - b.at)
    return next && next.at <= end ? next : undefined
  }
}

/** Everything that waits for nothing but a promise has run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
