import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cron, nextRun, parseCron } from './cron.ts'
import { localTimeOf, zoneClock } from './time-zone.ts'

test.each([
  ['* * * * *', '2026-03-01T10:00:30Z', '2026-03-01T10:01:00Z'],
  ['* * * * *', '2026-03-01T10:00:00Z', '2026-03-01T10:01:00Z'],
  ['0 3 * * *', '2026-03-01T03:00:00Z', '2026-03-02T03:00:00Z'],
  ['*/15 9-17 * * mon-fri', '2026-03-06T17:45:00Z', '2026-03-09T09:00:00Z'],
  ['5,35 0 1 JAN *', '2026-03-01T00:00:00Z', '2027-01-01T00:05:00Z'],
  ['10-20/5 4 * * *', '2026-03-01T04:11:00Z', '2026-03-01T04:15:00Z'],
  ['50/4 4 * * *', '2026-03-01T04:51:00Z', '2026-03-01T04:54:00Z'],
  ['0 0 * * 7', '2026-03-02T00:00:00Z', '2026-03-08T00:00:00Z'],
  ['0 0 * * fri-sun', '2026-03-07T00:00:00Z', '2026-03-08T00:00:00Z'],
  ['0 0 29 2 *', '2026-03-01T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['0 0 31 * *', '2026-04-01T00:00:00Z', '2026-05-31T00:00:00Z'],
  ['@hourly', '2026-03-01T10:20:00Z', '2026-03-01T11:00:00Z'],
  ['@daily', '2026-03-01T10:20:00Z', '2026-03-02T00:00:00Z'],
  ['@midnight', '2026-03-01T10:20:00Z', '2026-03-02T00:00:00Z'],
  ['@weekly', '2026-03-01T10:20:00Z', '2026-03-08T00:00:00Z'],
  ['@monthly', '2026-03-01T10:20:00Z', '2026-04-01T00:00:00Z'],
  ['@yearly', '2026-03-01T10:20:00Z', '2027-01-01T00:00:00Z'],
  ['  @Annually ', '2026-03-01T10:20:00Z', '2027-01-01T00:00:00Z'],
])('%s after %s comes at %s', (text, after, next) => {
  expect(nextRun(read(text), 'UTC', new Date(after))).toEqual(new Date(next))
})

test.each([
  // 2026-03-01 is a Sunday.
  ['0 0 13 * fri', '2026-03-01T00:00:00Z', '2026-03-06T00:00:00Z', 'either day suffices when both are restricted'],
  ['0 0 3 * fri', '2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z', 'either day suffices when both are restricted'],
  ['0 0 */2 * fri', '2026-03-01T00:00:00Z', '2026-03-13T00:00:00Z', 'both must hold when one starts with a star'],
  ['0 0 * * fri', '2026-03-01T00:00:00Z', '2026-03-06T00:00:00Z', 'a plain star does not restrict'],
])('%s after %s comes at %s: %s', (text, after, next) => {
  expect(nextRun(read(text), 'UTC', new Date(after))).toEqual(new Date(next))
})

test.each([
  ['', 'is empty'],
  ['* * * *', 'has 4 fields'],
  ['0 * * * * *', 'has 6 fields'],
  ['60 * * * *', 'minute "60"'],
  ['* 24 * * *', 'hour "24"'],
  ['* * 0 * *', 'day of month "0"'],
  ['* * * 13 *', 'month "13"'],
  ['* * * foo *', '"foo" is not one of 1 to 12, jan to dec'],
  ['* * * * 8', 'day of week "8"'],
  ['*/0 * * * *', 'the step "0"'],
  ['*/x * * * *', 'the step "x"'],
  ['1-2-3 * * * *', 'not a range'],
  ['1/2/3 * * * *', 'more than one step'],
  ['5-1 * * * *', 'runs backwards'],
  ['1,,2 * * * *', '"" is not one of 0 to 59'],
  ['-1 * * * *', 'minute "-1"'],
  ['? * * * *', 'minute "?"'],
  ['* * L * *', 'day of month "l"'],
  ['@reboot', '@hourly'],
  ['0 0 30 2 *', 'never comes'],
  ['0 0 31 feb,apr *', 'never comes'],
])('%j is refused: %s', (text, reason) => {
  expect(parseCron(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
})

test('an endless schedule is refused', () => {
  expect(parseCron(`${'1,'.repeat(200)}1 * * * *`)).toEqual({ ok: false, reason: expect.stringContaining('200') })
})

test('a schedule that does not come within five years has no next run', () => {
  expect(nextRun(read('0 0 29 2 *'), 'UTC', new Date('2096-03-01T00:00:00Z'))).toBeUndefined()
})

test.each([
  // Berlin: 02:00 becomes 03:00 at 01:00 UTC on 29 March 2026, 03:00 becomes 02:00 at 01:00 UTC on 25 October 2026.
  ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z']],
  ['*/20 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:00:00Z', '2026-03-30T00:00:00Z']],
  ['30 2,3 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:00:00Z', '2026-03-29T01:30:00Z']],
  ['0 2,3 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:00:00Z', '2026-03-30T00:00:00Z']],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z']],
  ['30 * * * *', 'Europe/Berlin', '2026-03-29T00:00:00Z', ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z']],
  ['30 * * * *', 'Europe/Berlin', '2026-10-25T00:00:00Z', ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']],
  // Beirut skips midnight itself; Apia skipped 30 December 2011 as a whole.
  ['0 0 * * *', 'Asia/Beirut', '2026-03-28T12:00:00Z', ['2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z']],
  ['0 9 30 12 *', 'Pacific/Apia', '2011-12-29T00:00:00Z', ['2011-12-30T10:00:00Z', '2012-12-29T19:00:00Z']],
])('%s in %s after %s comes when clocks change', (text, zone, after, expected) => {
  const first = nextRun(read(text), zone, new Date(after))
  const second = first && nextRun(read(text), zone, first)
  expect([first, second]).toEqual(expected.map((moment) => new Date(moment)))
})

// Days around clock changes: forward, back, by half an hour, at midnight, a whole day, and none.
const windows = [
  ['Europe/Berlin', '2026-03-28T00:00:00Z'],
  ['Europe/Berlin', '2026-10-24T00:00:00Z'],
  ['America/New_York', '2026-03-07T00:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T12:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-02T12:00:00Z'],
  ['Asia/Beirut', '2026-03-27T12:00:00Z'],
  ['America/Havana', '2026-10-31T00:00:00Z'],
  ['Pacific/Apia', '2011-12-29T00:00:00Z'],
  ['Asia/Kolkata', '2026-05-01T00:00:00Z'],
].map(([zone = '', from = '']) => ({ zone, start: Date.parse(from), local: localMinutes(zone, Date.parse(from)) }))

const list = (min: number, max: number) =>
  fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 }).map((values) => values.join(','))
const field = (min: number, max: number) =>
  fc.oneof(
    fc.constant('*'),
    list(min, max),
    fc.integer({ min: 2, max: 12 }).map((step) => `*/${step}`),
    fc.integer({ min, max: max - 1 }).map((from) => `${from}-${max}`),
  )
const nights = fc.oneof(field(0, 23), fc.constantFrom('0', '1', '2', '3', '0-3', '*'))

test('the next run is the first minute that a clock watched minute by minute would start it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...windows),
      fc.tuple(field(0, 59), nights, fc.oneof(fc.constant('*'), field(1, 31)), fc.oneof(fc.constant('*'), field(0, 6))),
      fc.integer({ min: 30 * 60, max: 60 * 60 }),
      fc.integer({ min: 0, max: 59_999 }),
      (window, [minute, hour, dayOfMonth, dayOfWeek], offset, ms) => {
        const parsed = read(`${minute} ${hour} ${dayOfMonth} * ${dayOfWeek}`)
        const after = window.start + offset * 60_000 + ms
        const end = window.start + window.local.length * 60_000
        const next = nextRun(parsed, window.zone, new Date(after))?.getTime()
        if (next !== undefined) expect(next).toBeGreaterThan(after)
        expect(next !== undefined && next < end ? next : undefined).toBe(watch(parsed, window, after))
      },
    ),
    { numRuns: 300 },
  )
})

/** The first minute after a moment at which a watcher of the zone's clock starts the job. */
function watch(cron: Cron, { start, local }: (typeof windows)[number], after: number): number | undefined {
  let furthest = local[0] ?? 0
  for (let index = 1; index < local.length; index++) {
    const shown = local[index] ?? 0
    const skipped = Array.from({ length: Math.max(0, shown - furthest - 1) }, (_, more) => furthest + 1 + more)
    const isDue =
      cron.hours.size === 24
        ? matches(cron, shown)
        : skipped.some((minute) => matches(cron, minute)) || (shown > furthest && matches(cron, shown))
    const moment = start + index * 60_000
    if (isDue && moment > after) return moment
    furthest = Math.max(furthest, shown)
  }
  return undefined
}

function matches(cron: Cron, localMinute: number): boolean {
  const date = new Date(localMinute * 60_000)
  const ofMonth = cron.daysOfMonth.has(date.getUTCDate())
  const ofWeek = cron.daysOfWeek.has(date.getUTCDay())
  return (
    cron.minutes.has(date.getUTCMinutes()) &&
    cron.hours.has(date.getUTCHours()) &&
    cron.months.has(date.getUTCMonth() + 1) &&
    (cron.eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek)
  )
}

/** What the zone's clock shows in each minute of four days, in minutes since 1970. */
function localMinutes(zone: string, start: number): number[] {
  const clock = zoneClock(zone)
  return Array.from({ length: 4 * 24 * 60 }, (_, minute) => localTimeOf(clock, start + minute * 60_000) / 60_000)
}

function read(text: string): Cron {
  const parsed = parseCron(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.value
}
