// Keeps what was read until the next write. A dashboard asks the same things over and over while nothing changes;
// the store's generation says exactly when something did, so nothing kept is ever stale.
import type { Generation, Store } from '../store/store.ts'

export class ReadCache {
  readonly #store: Pick<Store, 'generation'>
  readonly #most: number
  readonly #kept = new Map<string, unknown>()
  #generation: Generation | undefined

  constructor(store: Pick<Store, 'generation'>, most: number) {
    this.#store = store
    this.#most = most
  }

  /** What all reads of one request may be answered from: asked for once, after the request came. */
  generation(): Generation | Promise<Generation> {
    return this.#store.generation()
  }

  async get<T extends object>(generation: Generation, key: string, load: () => Promise<T>): Promise<T> {
    if (generation === this.#generation) {
      const kept = this.#kept.get(key)
      // Only `load` of the same key puts values under it.
      if (kept) return kept as T
    }
    const loaded = await load()
    if ((await this.#store.generation()) === generation) this.#keep(generation, key, loaded)
    return loaded
  }

  #keep(generation: Generation, key: string, loaded: object): void {
    if (generation !== this.#generation) {
      this.#kept.clear()
      this.#generation = generation
    }
    const [oldest] = this.#kept.size >= this.#most ? this.#kept.keys() : []
    if (oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(key, loaded)
  }
}
