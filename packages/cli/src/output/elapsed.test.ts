import { expect, test } from 'vitest'
import { elapsed } from './elapsed.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const after = (ms: number) => new Date(start + ms)

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [59_999, '59.9 s'],
  [60_000, '1m 0s'],
  [192_000, '3m 12s'],
  [7_260_000, '2h 1m'],
])('%d ms are %s', (ms, text) => {
  expect(elapsed(new Date(start).toISOString(), after(ms).toISOString(), after(0))).toBe(text)
})

test('what is not over has taken until now', () => {
  expect(elapsed(new Date(start).toISOString(), null, after(1500))).toBe('1.5 s')
})
