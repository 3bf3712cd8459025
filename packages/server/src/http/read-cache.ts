// Keeps what was read until the next write. A dashboard asks the same things over and over while nothing changes;
// the store's generation says exactly when something did, so nothing kept is ever stale.
import type { Store } from '../store/store.ts'

export class ReadCache {
  readonly #store: Pick<Store, 'generation'>
  readonly #most: number
  readonly #kept = new Map<string, unknown>()
  #generation: number | undefined

  constructor(store: Pick<Store, 'generation'>, most: number) {
    this.#store = store
    this.#most = most
  }

  async get<T extends object>(key: string, load: () => Promise<T>): Promise<T> {
    const generation = this.#store.generation()
    if (generation === undefined) return load()
    if (generation !== this.#generation) {
      this.#kept.clear()
      this.#generation = generation
    }
    const kept = this.#kept.get(key)
    // Only `load` of the same key puts values under it.
    if (kept) return kept as T
    const loaded = await load()
    if (this.#store.generation() !== generation || this.#generation !== generation) return loaded
    const [oldest] = this.#kept.size >= this.#most ? this.#kept.keys() : []
    if (oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(key, loaded)
    return loaded
  }
}
