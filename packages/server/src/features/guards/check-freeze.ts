// What a person asks for as the times of a freeze window: read, or refused with the field and the rule. Pure.
import type { FreezeWindowCreate, FreezeWindowUpdate } from '@levelrail/contract/schemas/guards.ts'
import { badRequest } from '../../errors.ts'
import { parseDuration } from '../../lib/duration.ts'
import { checkTimeZone, cronOf } from '../tasks/task.ts'
import { type FreezeTimes, type StoredFreezeWindow, spansBetween, type Timing } from './freeze-window.ts'

type Asked = Pick<FreezeWindowCreate, 'starts_at' | 'ends_at' | 'schedule' | 'duration' | 'time_zone'>

const minuteMs = 60_000
const dayMs = 86_400_000
const longestRecurringMs = 31 * dayMs
const longestSingleMs = 366 * dayMs
/** How far a schedule is looked through for a time that begins before the one before it has ended. */
const lookedThroughMs = 400 * dayMs
const mostLookedAt = 60

export function newTiming(asked: Asked, now: Date): Timing {
  const timeZone = asked.time_zone ?? 'UTC'
  checkTimeZone(timeZone)
  if (asked.schedule === undefined && asked.duration === undefined) return single(asked, timeZone, now)
  if (asked.starts_at !== undefined || asked.ends_at !== undefined)
    throw badRequest('schedule: give either "schedule" with "duration", or "starts_at" and "ends_at", not both')
  return recurring(asked, timeZone, now)
}

/** Only the fields that are named change; a single window stays one, and so does a recurring one. */
export function changedTiming(window: StoredFreezeWindow, body: FreezeWindowUpdate, now: Date): Timing {
  const { times, timeZone } = window
  const { starts_at, ends_at, schedule, duration, time_zone = timeZone } = body
  if ([starts_at, ends_at, schedule, duration, body.time_zone].every((field) => field === undefined)) return window
  checkTimeZone(time_zone)
  if ('startsAt' in times) {
    if (schedule !== undefined || duration !== undefined)
      throw badRequest('schedule: this freeze window is a single one; make another for a recurring one')
    return single({ starts_at: starts_at ?? times.startsAt, ends_at: ends_at ?? times.endsAt }, time_zone, now)
  }
  if (starts_at !== undefined || ends_at !== undefined)
    throw badRequest('starts_at: this freeze window is a recurring one; make another for a single one')
  return recurring({ schedule: schedule ?? times.schedule, duration: duration ?? times.duration }, time_zone, now)
}

/** Two windows for the same apps must not say the same twice, or it is not clear which one has to go. */
export function refuseOverlap(asked: Timing, others: readonly StoredFreezeWindow[]): void {
  for (const other of others) {
    const field = overlaps(asked.times, other.times, asked.timeZone === other.timeZone)
    if (field !== undefined)
      throw badRequest(
        `${field}: overlaps with freeze window ${JSON.stringify(other.name)} of the same scope; change that one instead`,
      )
  }
}

function overlaps(asked: FreezeTimes, other: FreezeTimes, isSameZone: boolean): string | undefined {
  if ('startsAt' in asked && 'startsAt' in other)
    return asked.startsAt < other.endsAt && other.startsAt < asked.endsAt ? 'starts_at' : undefined
  if ('schedule' in asked && 'schedule' in other)
    return isSameZone && asked.schedule === other.schedule ? 'schedule' : undefined
  return undefined
}

function single(asked: Asked, timeZone: string, now: Date): Timing {
  if (asked.ends_at === undefined)
    throw badRequest('ends_at: is missing: say when the freeze ends, or give "schedule" with "duration"')
  const startsAt = asked.starts_at === undefined ? now : timeOf('starts_at', asked.starts_at)
  const endsAt = timeOf('ends_at', asked.ends_at)
  if (endsAt <= now) throw badRequest(`ends_at: ${JSON.stringify(asked.ends_at)} is past`)
  if (endsAt <= startsAt) throw badRequest(`ends_at: ${JSON.stringify(asked.ends_at)} is not after starts_at`)
  if (endsAt.getTime() - startsAt.getTime() > longestSingleMs)
    throw badRequest('ends_at: is more than 366 days after starts_at')
  return { times: { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }, timeZone }
}

function recurring({ schedule, duration }: Asked, timeZone: string, now: Date): Timing {
  if (schedule === undefined)
    throw badRequest('schedule: is missing: say when the freeze begins, such as "0 18 * * fri"')
  if (duration === undefined) throw badRequest('duration: is missing: say how long the freeze lasts, such as 12h')
  cronOf(schedule)
  const ms = parseDuration(duration) ?? 0
  if (ms < minuteMs || ms > longestRecurringMs)
    throw badRequest(`duration: ${JSON.stringify(duration)} is not from 1m to 31d`)
  const timing = { times: { schedule, duration }, timeZone }
  const spans = spansBetween(timing, now.getTime(), now.getTime() + lookedThroughMs, mostLookedAt)
  if (spans.some((span, at) => span.endsAt >= (spans[at + 1]?.startsAt ?? Number.POSITIVE_INFINITY)))
    throw badRequest(
      `duration: ${JSON.stringify(duration)} is not shorter than the time until the freeze begins again, so it would overlap itself`,
    )
  return timing
}

function timeOf(field: string, text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw badRequest(`${field}: ${JSON.stringify(text)} is not a time`)
  return time
}
