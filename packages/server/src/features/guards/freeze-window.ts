// A freeze window: when it holds, and which apps. Pure. A recurring one begins by a cron schedule and lasts as the
// clocks of its time zone count, so that Friday 18:00 to Monday 06:00 stays so when the clocks change.
import type { FreezeScope } from '@levelrail/contract/schemas/guards.ts'
import { nextRun } from '../../lib/cron.ts'
import { parseDuration } from '../../lib/duration.ts'
import { laterByClock } from '../../lib/time-zone.ts'
import type { FreezeWindowRow } from '../../store/tables.ts'
import { cronOf } from '../tasks/task.ts'

/** When it holds: either once, or again and again. */
export type FreezeTimes = { startsAt: string; endsAt: string } | { schedule: string; duration: string }

export interface StoredFreezeWindow {
  id: string
  name: string
  reason: string
  scope: FreezeScope
  scopeId: string
  times: FreezeTimes
  timeZone: string
  createdBy: string
  createdAt: string
  updatedAt: string
}

/** From the first moment up to, and without, the second. */
export interface Span {
  startsAt: number
  endsAt: number
}

/** Where an app is filed. */
export interface Place {
  name: string
  projectId: string
  environmentId: string
}

export type Timing = Pick<StoredFreezeWindow, 'times' | 'timeZone'>

/** By so much a day may be longer than its clocks say. */
const slackMs = 3 * 3_600_000
const mostJoined = 100

export function readFreezeWindow(row: FreezeWindowRow): StoredFreezeWindow {
  const times =
    row.schedule === null
      ? { startsAt: row.starts_at ?? '', endsAt: row.ends_at ?? '' }
      : { schedule: row.schedule, duration: row.duration ?? '' }
  return {
    id: row.id,
    name: row.name,
    reason: row.reason,
    scope: row.scope as FreezeScope,
    scopeId: row.scope_id,
    times,
    timeZone: row.time_zone,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function covers({ scope, scopeId }: Pick<StoredFreezeWindow, 'scope' | 'scopeId'>, place: Place): boolean {
  switch (scope) {
    case 'all':
      return true
    case 'project':
      return place.projectId === scopeId
    case 'environment':
      return place.environmentId === scopeId
    case 'app':
      return place.name === scopeId
  }
}

export function activeSpan(window: Timing, now: number): Span | undefined {
  for (const span of spansOf(window, now - lengthMs(window) - slackMs)) {
    if (span.startsAt > now) return undefined
    if (span.endsAt > now) return span
  }
  return undefined
}

export function nextSpan(window: Timing, now: number): Span | undefined {
  for (const span of spansOf(window, now)) return span
  return undefined
}

/** Those that hold at any time between the two moments, and no more than so many. */
export function spansBetween(window: Timing, from: number, to: number, most: number): Span[] {
  const found: Span[] = []
  for (const span of spansOf(window, from - lengthMs(window) - slackMs)) {
    if (span.startsAt >= to || found.length >= most) break
    if (span.endsAt > from) found.push(span)
  }
  return found
}

/** Which window holds an app now, and when no window does any more. */
export function findFreeze(
  windows: readonly StoredFreezeWindow[],
  place: Place,
  now: number,
): { window: StoredFreezeWindow; until: number } | undefined {
  const covering = windows.filter((window) => covers(window, place))
  let found: { window: StoredFreezeWindow; until: number } | undefined
  for (let joined = 0; joined < mostJoined; joined++) {
    const at = found?.until ?? now
    const [longest] = covering
      .flatMap((window) => {
        const span = activeSpan(window, at)
        return span ? { window, until: span.endsAt } : []
      })
      .sort((one, other) => other.until - one.until)
    if (!longest) break
    found = { window: found?.window ?? longest.window, until: longest.until }
  }
  return found
}

/** When the next window of all begins or ends. */
export function nextBoundary(windows: readonly Timing[], now: number): number | undefined {
  const times = windows.flatMap((window) => activeSpan(window, now)?.endsAt ?? nextSpan(window, now)?.startsAt ?? [])
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Those that begin after a moment, in order. */
function* spansOf({ times, timeZone }: Timing, after: number): Generator<Span> {
  if ('startsAt' in times) {
    const span = { startsAt: Date.parse(times.startsAt), endsAt: Date.parse(times.endsAt) }
    if (span.startsAt > after) yield span
    return
  }
  const cron = cronOf(times.schedule)
  const ms = parseDuration(times.duration) ?? 0
  for (let start = nextRun(cron, timeZone, new Date(after)); start; start = nextRun(cron, timeZone, start)) {
    yield { startsAt: start.getTime(), endsAt: laterByClock(timeZone, start.getTime(), ms) }
  }
}

function lengthMs({ times }: Timing): number {
  return 'startsAt' in times
    ? Date.parse(times.endsAt) - Date.parse(times.startsAt)
    : (parseDuration(times.duration) ?? 0)
}
