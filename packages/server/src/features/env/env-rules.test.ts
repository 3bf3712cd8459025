import { expect, test } from 'vitest'
import { envProblems } from './env-rules.ts'

test('ordinary variables are fine, empty and multi-line values too', () => {
  expect(envProblems({ PATH: '/bin', _x: '', KEY_2: 'a\nb', lower: 'ü' })).toEqual([])
  expect(envProblems({ BIG: 'x'.repeat(65_536) })).toEqual([])
  expect(envProblems(variables(500))).toEqual([])
})

test.each(['', '2KEY', 'MY-KEY', 'MY KEY', 'A=B', 'KÉY', 'A\n', 'K'.repeat(256)])(
  'the key %j is refused by name',
  (key) => {
    expect(envProblems({ [key]: 'v' })).toEqual([expect.stringContaining(JSON.stringify(key).slice(0, 50))])
  },
)

test('a NUL, too long a value and too many variables are refused', () => {
  expect(envProblems({ BAD: 'a\0b' })).toEqual([expect.stringMatching(/"BAD".*NUL/)])
  expect(envProblems({ BIG: 'ü'.repeat(32_769) })).toEqual([expect.stringMatching(/"BIG".*65538 bytes.*65536/)])
  expect(envProblems(variables(501))).toEqual([expect.stringMatching(/501.*500/)])
})

test('all wrong variables are named at once, and no value is shown', () => {
  const problems = envProblems({ '1': 'hunter2-a', GOOD: 'hunter2-b', BAD: 'hunter2-c\0' })
  expect(problems).toHaveLength(2)
  expect(problems.join()).not.toContain('hunter2')
})

function variables(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`V${index}`, '']))
}
