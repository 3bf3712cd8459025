// From several who write to one who reads: who writes waits while it is full, so that memory stays bounded and a slow
// reader slows the source.

export class BoundedQueue<T> {
  readonly #most: number
  readonly #items: T[] = []
  readonly #writers: (() => void)[] = []
  #reader: (() => void) | undefined

  constructor(most: number) {
    this.#most = most
  }

  /** False, at once, when the signal was aborted before there was room. */
  async push(item: T, signal: AbortSignal): Promise<boolean> {
    while (this.#items.length >= this.#most && !signal.aborted) await this.#room(signal)
    if (signal.aborted) return false
    this.#items.push(item)
    this.#reader?.()
    return true
  }

  take(): T | undefined {
    const item = this.#items.shift()
    if (item !== undefined) this.#writers.shift()?.()
    return item
  }

  /** Runs the next time something is put in. */
  onItem(run: () => void): void {
    this.#reader = run
  }

  #room(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        signal.removeEventListener('abort', go)
        resolve()
      }
      this.#writers.push(go)
      signal.addEventListener('abort', go, { once: true })
    })
  }
}
