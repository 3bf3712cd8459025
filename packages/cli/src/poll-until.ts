// Looks again and again until there is something to see, or the time is up. The control plane may be restarted
// meanwhile: a few looks without an answer are no end.
import { setTimeout } from 'node:timers/promises'
import { ApiFailure, NetworkFailure } from '@levelrail/contract/client.ts'
import { parseDuration } from './duration.ts'
import { Failure, invalid } from './exit-codes.ts'
import type { Options } from './options.ts'

const everyMs = 1000
const mostMisses = 15
const longestWaitMs = 24 * 3_600_000

export const timeoutWaitOption = {
  'timeout-wait': { kind: 'text', value: 'TIME', what: 'Longest wait for the end, such as 90s or 1h (default 10m)' },
} as const satisfies Options

export interface Patience {
  text: string
  ms: number
}

export function patienceFrom(text = '10m'): Patience {
  const ms = parseDuration(text)
  if (!ms || ms > longestWaitMs)
    throw invalid(`--timeout-wait "${text}" is not usable`, 'write it like 10m, at most 24h')
  return { text, ms }
}

export interface Wait {
  patience: Patience
  /** Said when the time is up: what is still not so, and where to look. */
  late: () => { error: string; hint: string }
}

/** `look` answers undefined as long as it is not over. */
export async function pollUntil<T>(look: (signal: AbortSignal) => Promise<T | undefined>, wait: Wait): Promise<T> {
  return withinPatience(wait, async (signal) => {
    for (let misses = 0; ; ) {
      try {
        const found = await look(signal)
        if (found !== undefined) return found
        misses = 0
      } catch (error) {
        if (!isPassing(error) || ++misses > mostMisses) throw error
      }
      await setTimeout(everyMs, undefined, { signal })
    }
  })
}

export async function withinPatience<T>(
  { patience, late }: Wait,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(patience.ms)
  return act(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
    const said = late()
    throw new Failure('waitedTooLong', `${said.error} after ${patience.text}`, said.hint)
  })
}

/** No answer, or one that another try may change. */
export function isPassing(error: unknown): boolean {
  if (error instanceof NetworkFailure) return true
  return error instanceof ApiFailure && (error.status === 429 || error.status >= 500)
}
