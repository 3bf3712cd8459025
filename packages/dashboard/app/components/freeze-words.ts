// When freeze windows hold, in the reader's own time, and what holds a deploy.
import type { FreezeCalendarEntry, FreezeWindow } from '@levelrail/contract/schemas/guards.ts'
import type { Tone } from '../ui/status-mark.tsx'

/** "Mon 16 Nov, 06:00" */
export function momentWords(at: string): string {
  const time = new Date(at)
  const day = time.toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short' })
  const clock = time.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  const year = time.getFullYear() === new Date().getFullYear() ? '' : ` ${time.getFullYear()}`
  return `${day}${year}, ${clock}`
}

export function entryWords({ name, starts_at, ends_at }: FreezeCalendarEntry): string {
  return `${name}: ${momentWords(starts_at)} to ${momentWords(ends_at)}`
}

export interface FreezeState {
  tone: Tone
  word: string
  /** The moment that comes next, if any. */
  at: string | null
}

/** By the clock of now: what was read a while ago may have begun or ended since. */
export function freezeState({ active, next }: FreezeWindow, now: number): FreezeState {
  const held = [active, next].find(
    (span) => span && Date.parse(span.starts_at) <= now && Date.parse(span.ends_at) > now,
  )
  if (held) return { tone: 'held', word: 'holds', at: held.ends_at }
  if (next && Date.parse(next.starts_at) > now) return { tone: 'stopped', word: 'scheduled', at: next.starts_at }
  return { tone: 'stopped', word: 'over', at: null }
}
