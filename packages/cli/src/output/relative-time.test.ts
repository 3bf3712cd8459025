import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-06-15T12:00:00Z')

test.each([
  ['2026-06-15T12:00:00Z', 'now'],
  ['2026-06-15T11:59:20Z', '40s ago'],
  ['2026-06-15T11:57:00Z', '3m ago'],
  ['2026-06-14T13:00:00Z', '23h ago'],
  ['2026-06-12T12:00:00Z', '3d ago'],
  ['2026-01-02T12:00:00Z', '2026-01-02'],
  ['2026-06-20T12:00:00Z', 'in 5d'],
  ['2027-06-20T12:00:00Z', '2027-06-20'],
  ['not a time', 'not a time'],
])('%s is shown as %s', (time, shown) => {
  expect(relativeTime(time, now)).toBe(shown)
})

test('a time that never was is named by the column', () => {
  expect(relativeTime(null, now, 'never')).toBe('never')
})
