// Where freeze windows lie in the calendar. The clocks are those of whoever runs the tests, as they are of the reader.
import { expect, test } from 'vitest'
import { daysAfter, mondayOf, placeInWeek, weeksOf } from '../app/components/freeze-weeks.ts'
import { freezeState } from '../app/components/freeze-words.ts'

const monday = new Date(2026, 10, 9)
const hour = (day: number, hours: number) => new Date(2026, 10, 9 + day, hours)
const entry = (name: string, starts: Date, ends: Date) => ({
  ...{ window_id: `frz_${name}`, name, scope: 'all' as const, scope_id: '' },
  ...{ starts_at: starts.toISOString(), ends_at: ends.toISOString() },
})

test('a week begins on Monday, at midnight', () => {
  for (const day of [hour(0, 0), hour(3, 15), hour(6, 23)]) expect(mondayOf(day)).toEqual(monday)
  expect(mondayOf(hour(7, 0))).toEqual(daysAfter(monday, 7))
})

test('a moment has its place within the week, and what is outside lies at its edge', () => {
  expect(placeInWeek(hour(0, 0).getTime(), monday)).toBe(0)
  expect(placeInWeek(hour(4, 12).getTime(), monday)).toBeCloseTo(4.5 / 7)
  expect([placeInWeek(hour(-9, 0).getTime(), monday), placeInWeek(hour(30, 0).getTime(), monday)]).toEqual([0, 1])
})

test('a weekend goes on in the next week, and what overlaps lies in another lane', () => {
  const weekend = entry('weekend', hour(4, 18), hour(7, 6))
  const audit = entry('audit', hour(5, 0), hour(5, 12))
  const later = entry('later', hour(6, 12), hour(6, 13))
  const [first, second, third] = weeksOf([later, audit, weekend], monday, 3)
  expect(
    first?.bars.map(({ entry: { name }, lane, isFromBefore, goesOn }) => [name, lane, isFromBefore, goesOn]),
  ).toEqual([
    ['weekend', 0, false, true],
    ['audit', 1, false, false],
    ['later', 1, false, false],
  ])
  expect(first?.bars[0]).toMatchObject({ left: expect.closeTo(4.75 / 7), right: 1 })
  expect(first?.lanes).toBe(2)
  expect(second?.bars).toMatchObject([{ left: 0, right: expect.closeTo(0.25 / 7), isFromBefore: true, goesOn: false }])
  expect(third?.bars).toEqual([])
})

test('one that lasts a minute can still be seen', () => {
  const [week] = weeksOf([entry('short', hour(1, 0), new Date(2026, 10, 10, 0, 1))], monday, 1)
  expect((week?.bars[0]?.right ?? 0) - (week?.bars[0]?.left ?? 0)).toBeGreaterThan(0.01)
})

test('what was read a while ago is told by the clock of now', () => {
  const span = { starts_at: hour(4, 18).toISOString(), ends_at: hour(7, 6).toISOString() }
  const window = { active: null, next: span } as Parameters<typeof freezeState>[0]
  expect(freezeState(window, hour(1, 0).getTime())).toEqual({ tone: 'stopped', word: 'scheduled', at: span.starts_at })
  expect(freezeState(window, hour(5, 0).getTime())).toEqual({ tone: 'held', word: 'holds', at: span.ends_at })
  expect(freezeState(window, hour(8, 0).getTime())).toEqual({ tone: 'stopped', word: 'over', at: null })
})
