// What is remembered between two looks, and may be forgotten: restarts, liveness, an engine that is away. Spec 3.3: in memory,
// cleared by a restart of the control plane.

const outageMarginMs = 5000

interface Liveness {
  failures: number
  askedMs: number
}

export class ReplicaMemory {
  /** Restarts in a row, by container. */
  readonly #attempts = new Map<string, number>()
  readonly #liveness = new Map<string, Liveness>()
  /** When a replica that runs was first found not ready, by container. */
  readonly #unreadySince = new Map<string, number>()
  /** When the engine was first found away, by app, since it last answered. */
  readonly #awaySince = new Map<string, number>()
  /** Since when the ingress gives it nothing new, by container. */
  readonly #leaving = new Map<string, number>()
  readonly #looping = new Set<string>()
  #outage = { fromMs: 0, toMs: 0 }

  attemptOf(container: string): number {
    return this.#attempts.get(container) ?? 0
  }

  restarted(container: string, attempt: number): void {
    this.#attempts.set(container, attempt)
    this.#liveness.delete(container)
    this.#unreadySince.delete(container)
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

  /** Gives for how long it has been so. */
  foundUnready(container: string, nowMs: number): number {
    const since = this.#unreadySince.get(container) ?? nowMs
    this.#unreadySince.set(container, since)
    return nowMs - since
  }

  foundReady(container: string): void {
    this.#unreadySince.delete(container)
  }

  /** Gives since when it has been away. */
  foundAway(app: string, nowMs: number): number {
    const since = this.#awaySince.get(app) ?? nowMs
    this.#awaySince.set(app, since)
    return since
  }

  foundBack(app: string, nowMs: number): void {
    const fromMs = this.#awaySince.get(app)
    if (fromMs === undefined) return
    this.#awaySince.delete(app)
    this.#outage = { fromMs, toMs: nowMs }
  }

  /** Whether a container that ended then went down with the engine: it stops them before, or finds them dead after. */
  wentDownWithEngine(endedMs: number): boolean {
    return endedMs >= this.#outage.fromMs - outageMarginMs && endedMs <= this.#outage.toMs + outageMarginMs
  }

  leavingSince(container: string, nowMs: number): number {
    const since = this.#leaving.get(container) ?? nowMs
    this.#leaving.set(container, since)
    return since
  }

  isLooping(app: string): boolean {
    return this.#looping.has(app)
  }

  loops(app: string): void {
    this.#looping.add(app)
  }

  recovered(app: string): void {
    this.#looping.delete(app)
  }

  forget(container: string): void {
    this.#attempts.delete(container)
    this.#liveness.delete(container)
    this.#unreadySince.delete(container)
    this.#leaving.delete(container)
  }
}
