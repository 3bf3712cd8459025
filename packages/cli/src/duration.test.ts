import { expect, test } from 'vitest'
import { parseDuration } from './duration.ts'

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['2m', 120_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
  ['0s', 0],
])('%s is %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each(['', '30', 's', '1.5s', '-1s', '1 s', '1w', '30S', '99999999999s'])('"%s" is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})
