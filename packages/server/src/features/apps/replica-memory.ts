// What is remembered of replicas between two looks, and may be forgotten: restarts and liveness. Spec 3.3: in memory,
// cleared by a restart of the control plane.

interface Liveness {
  failures: number
  askedMs: number
}

export class ReplicaMemory {
  /** Restarts in a row, by container. */
  readonly #attempts = new Map<string, number>()
  readonly #liveness = new Map<string, Liveness>()

  attemptOf(container: string): number {
    return this.#attempts.get(container) ?? 0
  }

  restarted(container: string, attempt: number): void {
    this.#attempts.set(container, attempt)
    this.#liveness.delete(container)
  }

  livenessOf(container: string): Liveness {
    return this.#liveness.get(container) ?? { failures: 0, askedMs: 0 }
  }

  /** Remembers an answer; gives the failures in a row. */
  asked(container: string, isWell: boolean, nowMs: number): number {
    const failures = isWell ? 0 : this.livenessOf(container).failures + 1
    this.#liveness.set(container, { failures, askedMs: nowMs })
    return failures
  }

  forget(container: string): void {
    this.#attempts.delete(container)
    this.#liveness.delete(container)
  }
}
