import { expect, test } from 'vitest'
import { type Cron, parseCron } from '../../lib/cron.ts'
import { fire, nextDueTimes } from './task-schedule.ts'

const minute = 60_000
const at = (text: string) => new Date(text)

function cron(text: string): Cron {
  const parsed = parseCron(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.value
}

test.each<[string, string, string, string, ReturnType<typeof fire>]>([
  [
    'right on time',
    '0 3 * * *',
    '2026-03-01T03:00:00Z',
    '2026-03-01T03:00:00Z',
    { runFor: at('2026-03-01T03:00:00Z'), missed: 0, next: at('2026-03-02T03:00:00Z') },
  ],
  [
    'a little late',
    '0 3 * * *',
    '2026-03-01T03:00:00Z',
    '2026-03-01T03:09:00Z',
    { runFor: at('2026-03-01T03:00:00Z'), missed: 0, next: at('2026-03-02T03:00:00Z') },
  ],
  [
    'too late',
    '0 3 * * *',
    '2026-03-01T03:00:00Z',
    '2026-03-01T03:11:00Z',
    { runFor: undefined, missed: 1, next: at('2026-03-02T03:00:00Z') },
  ],
  [
    'several due times, the last of them in time: one run',
    '*/5 * * * *',
    '2026-03-01T03:00:00Z',
    '2026-03-01T04:01:00Z',
    { runFor: at('2026-03-01T04:00:00Z'), missed: 12, next: at('2026-03-01T04:05:00Z') },
  ],
  [
    'a year of every minute is not counted to its end',
    '* * * * *',
    '2025-03-01T03:00:00Z',
    '2026-03-01T04:01:30Z',
    { runFor: at('2026-03-01T04:01:00Z'), missed: 999, next: at('2026-03-01T04:02:00Z') },
  ],
])('%s', (_, schedule, due, now, expected) => {
  expect(fire(cron(schedule), 'UTC', at(due), at(now), 10 * minute)).toEqual(expected)
})

test('a time that the clock change skips comes once, when the gap ends', () => {
  expect(nextDueTimes(cron('30 2 * * *'), 'Europe/Berlin', at('2026-03-28T12:00:00Z'), 2)).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ])
})

test('a time that the clock change repeats comes once', () => {
  expect(nextDueTimes(cron('30 2 * * *'), 'Europe/Berlin', at('2026-10-24T12:00:00Z'), 2)).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ])
})
