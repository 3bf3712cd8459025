// Freeze windows laid out by weeks: where each bar begins and ends within its week, and in which lane it lies, so that
// none covers another. Pure.
import type { FreezeCalendarEntry } from '@levelrail/contract/schemas/guards.ts'

export interface Bar {
  entry: FreezeCalendarEntry
  /** Parts of the week, from 0 to 1. */
  left: number
  right: number
  lane: number
  /** It begins, or ends, in another week. */
  isFromBefore: boolean
  goesOn: boolean
}

export interface Week {
  days: Date[]
  bars: Bar[]
  lanes: number
}

const dayMs = 86_400_000
/** So that the shortest can still be seen. */
const leastWidth = 0.012

/** The Monday of the week of a moment, at midnight of the reader's own clock. */
export function mondayOf(moment: Date): Date {
  const back = (moment.getDay() + 6) % 7
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() - back)
}

export function daysAfter(day: Date, count: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + count)
}

export function weeksOf(entries: readonly FreezeCalendarEntry[], first: Date, count: number): Week[] {
  return Array.from({ length: count }, (_, index) => weekOf(entries, daysAfter(first, index * 7)))
}

/** Where a moment is within the week, also on days that are longer or shorter than others. */
export function placeInWeek(moment: number, monday: Date): number {
  const day = Math.floor((moment - monday.getTime()) / dayMs)
  const near = Math.min(Math.max(day, 0), 7)
  const index = [near - 1, near, near + 1].find(
    (each) => daysAfter(monday, each).getTime() <= moment && moment < daysAfter(monday, each + 1).getTime(),
  )
  if (index === undefined) return moment < monday.getTime() ? 0 : 1
  const [from, to] = [daysAfter(monday, index).getTime(), daysAfter(monday, index + 1).getTime()]
  return Math.min(Math.max((index + (moment - from) / (to - from)) / 7, 0), 1)
}

function weekOf(entries: readonly FreezeCalendarEntry[], monday: Date): Week {
  const [from, to] = [monday.getTime(), daysAfter(monday, 7).getTime()]
  const laneEnds: number[] = []
  const bars = entries
    .map((entry) => ({ entry, start: Date.parse(entry.starts_at), end: Date.parse(entry.ends_at) }))
    .filter(({ start, end }) => start < to && end > from)
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .map(({ entry, start, end }): Bar => {
      const left = placeInWeek(start, monday)
      const right = Math.max(placeInWeek(end, monday), Math.min(left + leastWidth, 1))
      const free = laneEnds.findIndex((taken) => taken <= left)
      const lane = free < 0 ? laneEnds.length : free
      laneEnds[lane] = right
      return { entry, left, right, lane, isFromBefore: start < from, goesOn: end > to }
    })
  return { days: Array.from({ length: 7 }, (_, day) => daysAfter(monday, day)), bars, lanes: laneEnds.length }
}
