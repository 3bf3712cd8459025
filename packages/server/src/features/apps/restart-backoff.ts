// When a container that ended is started again: at once the first time, then after ever longer waits, until it has
// stayed up long enough to be trusted again. Spec 3.3.

export interface RestartSettings {
  /** The wait before the second restart; 0 restarts at once, always. */
  baseMs: number
  maxMs: number
  /** A container that stayed up this long starts over with an immediate restart. */
  resetMs: number
}

export interface RestartHistory {
  /** Restarts made since it last stayed up; 0 for a container that ended for the first time. */
  attempt: number
  /** The run that just ended. Undefined when it could not be started at all. */
  startedAt: Date | undefined
  endedAt: Date
}

export interface Restart {
  /** Never in the past. Until then the app waits: `CrashLoopBackOff`. */
  restartAt: Date
  /** Which restart in a row this is, to be kept in the history of the next run. */
  attempt: number
}

export function planRestart(history: RestartHistory, now: Date, settings: RestartSettings): Restart {
  const attempt = stayedUp(history, settings) ? 1 : history.attempt + 1
  // An engine whose clock runs ahead must not make the wait longer.
  const endedMs = Math.min(history.endedAt.getTime(), now.getTime())
  return { attempt, restartAt: new Date(Math.max(now.getTime(), endedMs + waitMs(attempt, settings))) }
}

function stayedUp({ startedAt, endedAt }: RestartHistory, { resetMs }: RestartSettings): boolean {
  return startedAt !== undefined && endedAt.getTime() - startedAt.getTime() >= resetMs
}

function waitMs(attempt: number, { baseMs, maxMs }: RestartSettings): number {
  if (attempt <= 1 || baseMs === 0) return 0
  return Math.min(maxMs, baseMs * 2 ** (attempt - 2))
}
