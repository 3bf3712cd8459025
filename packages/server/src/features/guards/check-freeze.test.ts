import type { FreezeWindowCreate, FreezeWindowUpdate } from '@levelrail/contract/schemas/guards.ts'
import { describe, expect, test } from 'vitest'
import { changedTiming, newTiming, refuseOverlap } from './check-freeze.ts'
import type { StoredFreezeWindow, Timing } from './freeze-window.ts'

const now = new Date('2026-11-15T12:00:00Z')
type Asked = Omit<FreezeWindowCreate, 'name'>

test.each<[Asked, Timing]>([
  [
    { ends_at: '2026-11-16T06:00:00+01:00' },
    { times: { startsAt: '2026-11-15T12:00:00.000Z', endsAt: '2026-11-16T05:00:00.000Z' }, timeZone: 'UTC' },
  ],
  [
    { starts_at: '2026-12-20T00:00:00Z', ends_at: '2026-12-27T00:00:00Z', time_zone: 'Asia/Tokyo' },
    { times: { startsAt: '2026-12-20T00:00:00.000Z', endsAt: '2026-12-27T00:00:00.000Z' }, timeZone: 'Asia/Tokyo' },
  ],
  [
    { schedule: '0 18 * * fri', duration: '60h', time_zone: 'Europe/Berlin' },
    { times: { schedule: '0 18 * * fri', duration: '60h' }, timeZone: 'Europe/Berlin' },
  ],
])('%j is taken', (asked, timing) => {
  expect(newTiming(asked, now)).toEqual(timing)
})

const refused: [Asked, RegExp][] = [
  [{}, /^ends_at: is missing/],
  [{ starts_at: '2026-12-20T00:00:00Z' }, /^ends_at: is missing/],
  [{ starts_at: '2026-12-20T00:00:00Z', ends_at: '2026-12-19T00:00:00Z' }, /^ends_at: .*not after starts_at/],
  [{ starts_at: '2026-12-20T00:00:00Z', ends_at: '2026-12-20T00:00:00Z' }, /^ends_at: .*not after starts_at/],
  [{ starts_at: '2026-10-20T00:00:00Z', ends_at: '2026-10-21T00:00:00Z' }, /^ends_at: .*is past/],
  [{ ends_at: '2028-10-21T00:00:00Z' }, /^ends_at: .*366 days/],
  [{ ends_at: '2026-12-31T23:59:60Z' }, /^ends_at: .*not a time/],
  [{ ends_at: '2026-12-20T00:00:00Z', time_zone: 'Mars/Olympus' }, /^time_zone: "Mars\/Olympus"/],
  [{ schedule: '0 18 * * fri' }, /^duration: is missing/],
  [{ duration: '1h' }, /^schedule: is missing/],
  [{ schedule: '0 18 * * fri', duration: '1h', ends_at: '2026-12-20T00:00:00Z' }, /^schedule: give either/],
  [{ schedule: '61 * * * *', duration: '1h' }, /^schedule: .*minute/],
  [{ schedule: '0 18 * * fri', duration: '59s' }, /^duration: "59s" is not from 1m to 31d/],
  [{ schedule: '0 0 1 1 *', duration: '32d' }, /^duration: "32d" is not from 1m to 31d/],
  [{ schedule: '0 0 * * *', duration: '25h' }, /^duration: .*overlap itself/],
  [{ schedule: '0 0 * * *', duration: '24h' }, /^duration: .*overlap itself/],
  [{ schedule: '0 18 * * fri,sat', duration: '30h' }, /^duration: .*overlap itself/],
]
test.each(refused)('%j is refused', (asked, message) => {
  expect(() => newTiming(asked, now)).toThrow(message)
})

describe('with another window of the same scope', () => {
  const single = newTiming({ starts_at: '2026-12-20T00:00:00Z', ends_at: '2026-12-27T00:00:00Z' }, now)
  const weekend = newTiming({ schedule: '0 18 * * fri', duration: '60h' }, now)
  const other = (timing: Timing) => [{ name: 'other', ...timing } as StoredFreezeWindow]
  test.each<[string, Asked, Timing, string | undefined]>([
    ['overlapping', { starts_at: '2026-12-26T00:00:00Z', ends_at: '2026-12-28T00:00:00Z' }, single, 'starts_at'],
    ['inside', { starts_at: '2026-12-21T00:00:00Z', ends_at: '2026-12-22T00:00:00Z' }, single, 'starts_at'],
    ['touching', { starts_at: '2026-12-27T00:00:00Z', ends_at: '2026-12-28T00:00:00Z' }, single, undefined],
    ['by the same schedule', { schedule: '0 18 * * fri', duration: '1h' }, weekend, 'schedule'],
    ['in another zone', { schedule: '0 18 * * fri', duration: '1h', time_zone: 'Asia/Tokyo' }, weekend, undefined],
    ['of the other kind', { starts_at: '2026-12-26T00:00:00Z', ends_at: '2026-12-28T00:00:00Z' }, weekend, undefined],
  ])('one %s', (_, asked, present, field) => {
    const check = () => refuseOverlap(newTiming(asked, now), other(present))
    if (field === undefined) expect(check).not.toThrow()
    else expect(check).toThrow(new RegExp(`^${field}: overlaps with freeze window "other"`))
  })
})

describe('a change', () => {
  const single = { ...newTiming({ ends_at: '2026-12-20T00:00:00Z' }, now) } as StoredFreezeWindow
  const weekend = { ...newTiming({ schedule: '0 18 * * fri', duration: '60h' }, now) } as StoredFreezeWindow
  const past = { ...single, times: { startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2026-01-02T00:00:00.000Z' } }

  test.each<[StoredFreezeWindow, FreezeWindowUpdate, object]>([
    [single, { ends_at: '2026-12-24T00:00:00Z' }, { times: { endsAt: '2026-12-24T00:00:00.000Z' } }],
    [weekend, { duration: '12h' }, { times: { schedule: '0 18 * * fri', duration: '12h' } }],
    [weekend, { time_zone: 'Asia/Tokyo' }, { times: weekend.times, timeZone: 'Asia/Tokyo' }],
    [past, { name: 'as it was' }, { times: past.times }],
  ])('of %j by %j', (window, body, expected) => {
    expect(changedTiming(window, body, now)).toMatchObject(expected)
  })

  test('does not make a single window a recurring one, or the other way round', () => {
    expect(() => changedTiming(single, { schedule: '0 0 * * *' }, now)).toThrow(/^schedule: .*single/)
    expect(() => changedTiming(weekend, { ends_at: '2026-12-24T00:00:00Z' }, now)).toThrow(/^starts_at: .*recurring/)
  })
})
