// Slows guessing: an address has to wait after failures, twice as long each time; an account is only answered more
// slowly, so that nobody can lock its owner out by guessing badly on purpose (rulings 33). Forgets in bounded space.
import { isIPv6 } from 'node:net'

interface Failures {
  count: number
  lastAt: number
}

const freeFailures = 5
const firstWaitMs = 1000
const longestWaitMs = 60_000
const forgetAfterMs = 15 * 60_000
const firstSlowdownMs = 50
const longestSlowdownMs = 2000
const mostKeys = 10_000

export class Throttle {
  readonly #failures = new Map<string, Failures>()

  /** Milliseconds that this address must still wait; 0 when it may try now. */
  waitMs(address: string, now: Date): number {
    const failures = this.#recent(addressKey(address), now)
    if (!failures || failures.count < freeFailures) return 0
    const wait = Math.min(firstWaitMs * 2 ** (failures.count - freeFailures), longestWaitMs)
    return Math.max(0, failures.lastAt + wait - now.getTime())
  }

  /** Milliseconds to hold back the answer about this account. */
  slowdownMs(account: string, now: Date): number {
    const failures = this.#recent(accountKey(account), now)
    if (!failures || failures.count < freeFailures) return 0
    return Math.min(firstSlowdownMs * 2 ** (failures.count - freeFailures), longestSlowdownMs)
  }

  failed(address: string, account: string, now: Date): void {
    for (const key of [addressKey(address), accountKey(account)]) {
      const count = (this.#recent(key, now)?.count ?? 0) + 1
      this.#failures.delete(key)
      this.#failures.set(key, { count, lastAt: now.getTime() })
    }
    while (this.#failures.size > mostKeys) {
      const [oldest = ''] = this.#failures.keys()
      this.#failures.delete(oldest)
    }
  }

  succeeded(address: string, account: string): void {
    this.#failures.delete(addressKey(address))
    this.#failures.delete(accountKey(account))
  }

  #recent(key: string, now: Date): Failures | undefined {
    const failures = this.#failures.get(key)
    return failures && now.getTime() - failures.lastAt < forgetAfterMs ? failures : undefined
  }
}

/** One household has a whole /64 of IPv6 addresses. */
function addressKey(address: string): string {
  return `address ${isIPv6(address) ? address.split(':').slice(0, 4).join(':') : address}`
}

function accountKey(account: string): string {
  return `account ${account.trim().toLowerCase().slice(0, 254)}`
}
