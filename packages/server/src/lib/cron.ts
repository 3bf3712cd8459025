// Cron expressions of five fields: what they mean, and when they next come true in a time zone.
// Clock changes: a time that is skipped comes true once, right when the gap ends; a time that comes twice counts the
// first time only. A schedule for every hour goes by elapsed time instead, so that it neither pauses nor doubles up.
import { accepted, type Parsed, quoted, refused } from './parsed.ts'
import { localTimeOf, offsetAt, type ZoneClock, zoneClock } from './time-zone.ts'

export interface Cron {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  daysOfMonth: ReadonlySet<number>
  months: ReadonlySet<number>
  /** 0 is Sunday. */
  daysOfWeek: ReadonlySet<number>
  /** Both kinds of day are restricted, so that either suffices; otherwise both must hold. */
  eitherDay: boolean
}

interface Field {
  name: string
  min: number
  max: number
  words: string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const fields = {
  minute: { name: 'minute', min: 0, max: 59, words: [] },
  hour: { name: 'hour', min: 0, max: 23, words: [] },
  dayOfMonth: { name: 'day of month', min: 1, max: 31, words: [] },
  month: { name: 'month', min: 1, max: 12, words: months },
  // Sunday is 0 and 7.
  dayOfWeek: { name: 'day of week', min: 0, max: 7, words: weekdays },
} satisfies Record<string, Field>

const aliases: Record<string, string> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

const minuteMs = 60_000
const dayMs = 86_400_000
const searchDays = 5 * 366
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function parseCron(text: string): Parsed<Cron> {
  const shown = `the schedule ${quoted(text)}`
  if (text.length > 200) return refused(`${shown} is over 200 characters long`)
  const lower = text.trim().toLowerCase()
  if (lower.startsWith('@') && !Object.hasOwn(aliases, lower)) {
    return refused(`${shown} is not known: use ${Object.keys(aliases).join(', ')}, or five fields`)
  }
  const parts = (aliases[lower] ?? lower).split(/\s+/)
  if (parts.length !== 5) {
    const counted = lower === '' ? 'is empty' : `has ${parts.length} fields`
    return refused(`${shown} ${counted}: write minute, hour, day of month, month and day of week, such as "0 3 * * *"`)
  }
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = parts
  try {
    const cron: Cron = {
      minutes: readField(fields.minute, minute),
      hours: readField(fields.hour, hour),
      daysOfMonth: readField(fields.dayOfMonth, dayOfMonth),
      months: readField(fields.month, month),
      daysOfWeek: new Set([...readField(fields.dayOfWeek, dayOfWeek)].map((day) => day % 7)),
      eitherDay: !dayOfMonth.startsWith('*') && !dayOfWeek.startsWith('*'),
    }
    return neverComes(cron) ? refused(`${shown} never comes: no chosen month has such a day of month`) : accepted(cron)
  } catch (error) {
    if (error instanceof FieldError) return refused(`${shown}: ${error.message}`)
    throw error
  }
}

/** The first run after a moment, or undefined when there is none within five years. */
export function nextRun(cron: Cron, zone: string, after: Date): Date | undefined {
  const clock = zoneClock(zone)
  const today = Math.floor(localTimeOf(clock, after.getTime()) / dayMs)
  for (let day = today; day <= today + searchDays; day++) {
    if (!isDayOf(cron, day)) continue
    const run = firstAfter(runsOf(cron, clock, day * dayMs), after.getTime())
    if (run !== undefined) return new Date(run)
  }
  return undefined
}

/** Whether the date, counted in days since 1970, is one of the schedule's. */
function isDayOf(cron: Cron, day: number): boolean {
  const date = new Date(day * dayMs)
  if (!cron.months.has(date.getUTCMonth() + 1)) return false
  const ofMonth = cron.daysOfMonth.has(date.getUTCDate())
  const ofWeek = cron.daysOfWeek.has(date.getUTCDay())
  return cron.eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek
}

/** The moments of all runs of one local day. Local times are milliseconds as if the zone were UTC. */
function* runsOf(cron: Cron, clock: ZoneClock, localMidnight: number): Generator<number> {
  const before = offsetAt(clock, localMidnight - dayMs)
  const afterwards = offsetAt(clock, localMidnight + 2 * dayMs)
  const isEveryHour = cron.hours.size === 24
  for (const hour of cron.hours) {
    for (const minute of cron.minutes) {
      const local = localMidnight + (hour * 60 + minute) * minuteMs
      if (before === afterwards) yield local - before
      else yield* momentsOf(clock, local, [before, afterwards], isEveryHour)
    }
  }
}

/** The moments that a local time near a clock change stands for. */
function* momentsOf(
  clock: ZoneClock,
  local: number,
  offsets: readonly number[],
  isEveryHour: boolean,
): Generator<number> {
  const earlier = local - Math.max(...offsets)
  const later = local - Math.min(...offsets)
  const real = [earlier, later].filter((moment) => localTimeOf(clock, moment) === local)
  if (isEveryHour) yield* real
  else yield real[0] ?? gapEnd(clock, earlier, later)
}

/** The moment at which the clock jumps, somewhere after `low` and up to `high`. */
function gapEnd(clock: ZoneClock, low: number, high: number): number {
  const offset = offsetAt(clock, low)
  let [before, from] = [low, high]
  while (from - before > minuteMs) {
    const middle = before + Math.floor((from - before) / 2 / minuteMs) * minuteMs
    if (offsetAt(clock, middle) === offset) before = middle
    else from = middle
  }
  return from
}

function firstAfter(moments: Iterable<number>, after: number): number | undefined {
  let first: number | undefined
  for (const moment of moments) if (moment > after && (first === undefined || moment < first)) first = moment
  return first
}

function neverComes(cron: Cron): boolean {
  if (cron.eitherDay) return false
  const firstDay = Math.min(...cron.daysOfMonth)
  return [...cron.months].every((month) => (longestMonths[month - 1] ?? 0) < firstDay)
}

class FieldError extends Error {}

function readField(field: Field, text: string): Set<number> {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [range = '', step, ...more] = part.split('/')
    if (more.length > 0) throw wrong(field, text, `${quoted(part)} has more than one step`)
    const [from, to] = readRange(field, text, range, step !== undefined)
    const by = step === undefined ? 1 : readStep(field, text, step)
    for (let value = from; value <= to; value += by) values.add(value)
  }
  return values
}

function readRange(field: Field, text: string, range: string, hasStep: boolean): [number, number] {
  // A step over `*` in the days of the week must not count Sunday twice.
  const last = field.max === 7 ? 6 : field.max
  if (range === '*') return [field.min, last]
  const [first = '', second, ...more] = range.split('-')
  if (more.length > 0) throw wrong(field, text, `${quoted(range)} is not a range`)
  const from = readValue(field, text, first)
  if (second === undefined) return [from, hasStep ? Math.max(last, from) : from]
  const named = readValue(field, text, second)
  const to = field.max === 7 && named === 0 && from > 0 ? 7 : named
  if (to < from) throw wrong(field, text, `the range ${quoted(range)} runs backwards`)
  return [from, to]
}

function readValue(field: Field, text: string, word: string): number {
  const named = field.words.indexOf(word)
  if (named >= 0) return named + field.min
  const value = /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN
  if (value >= field.min && value <= field.max) return value
  const names = field.words.length > 0 ? `, ${field.words[0]} to ${field.words.at(-1)}` : ''
  throw wrong(field, text, `${quoted(word)} is not one of ${field.min} to ${field.max}${names}`)
}

function readStep(field: Field, text: string, step: string): number {
  const value = /^\d{1,2}$/.test(step) ? Number(step) : 0
  if (value > 0) return value
  throw wrong(field, text, `the step ${quoted(step)} is not a whole number from 1`)
}

function wrong(field: Field, text: string, reason: string): FieldError {
  return new FieldError(`the ${field.name} ${quoted(text)} is not valid: ${reason}`)
}
