import { expect, test } from 'vitest'
import { isTimeZone, laterByClock, offsetAt, zoneClock } from './time-zone.ts'

test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true)
})

test.each(['', 'Mars/Olympus', '+01:00', 'Europe/Berlin\n', 'x'.repeat(70)])('%j is no time zone', (name) => {
  expect(isTimeZone(name)).toBe(false)
})

test.each([
  ['UTC', '2026-07-01T12:00:00Z', 0],
  ['Europe/Berlin', '2026-01-01T12:00:00Z', 60],
  ['Europe/Berlin', '2026-07-01T12:00:00Z', 120],
  ['America/St_Johns', '2026-01-01T00:00:00.250Z', -210],
  ['Pacific/Apia', '2011-12-30T12:00:00Z', 840],
])('%s is off UTC at %s by %i minutes', (zone, at, minutes) => {
  expect(offsetAt(zoneClock(zone), new Date(at).getTime())).toBe(minutes * 60_000)
})

test.each([
  ['a usual day', '2026-06-01T12:00:00Z', 24, '2026-06-02T12:00:00Z'],
  ['the day with 25 hours', '2026-10-24T12:00:00Z', 24, '2026-10-25T13:00:00Z'],
  ['the day with 23 hours', '2026-03-28T12:00:00Z', 24, '2026-03-29T11:00:00Z'],
  ['up to a time that comes twice', '2026-10-24T22:30:00Z', 2, '2026-10-25T00:30:00Z'],
  ['up to a time that is skipped', '2026-03-28T23:30:00Z', 2, '2026-03-29T01:30:00Z'],
])('so much later by the clocks of Berlin: %s', (_, from, hours, to) => {
  const later = laterByClock('Europe/Berlin', Date.parse(from), hours * 3_600_000)
  expect(new Date(later)).toEqual(new Date(to))
})
