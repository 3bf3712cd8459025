import { expect, test } from 'vitest'
import { isTimeZone, offsetAt, zoneClock } from './time-zone.ts'

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
