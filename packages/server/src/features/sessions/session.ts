// Sessions: how long they last. Each use moves the end on, up to a greatest age.

export interface SessionAges {
  ttlMs: number
  maxAgeMs: number
}

/** A use is written down at most this often, so that reading costs no writes. */
export const touchEveryMs = 60_000

export function sessionExpiry(createdAt: Date, now: Date, { ttlMs, maxAgeMs }: SessionAges): Date {
  return new Date(Math.min(now.getTime() + ttlMs, createdAt.getTime() + maxAgeMs))
}
