import { expect, test } from 'vitest'
import { durationMs, parseDuration } from './duration.ts'

test.each([
  ['0', 0],
  ['500ms', 500],
  ['5s', 5000],
  ['2m', 120_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
])('%s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each(['', '5', '-5s', '1.5s', '5 s', '5sec', '9999999999s'])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test('a duration in the code that is none is a programming error', () => {
  expect(() => durationMs('9999999999s')).toThrow('not a duration')
})
