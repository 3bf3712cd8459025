import { expect, test } from 'vitest'
import { isAtLeast, levelOf } from './log-level.ts'

test.each([
  ['{"level":"warn","msg":"x"}', 'warn'],
  ['{"level":50,"msg":"x"}', 'error'],
  ['{"severity":"CRITICAL"}', 'fatal'],
  ['{"msg":"an error"}', null],
  ['{"level":', null],
  ['time=2026-01-01 level=error msg="x"', 'error'],
  ['[2026-01-01] [WARNING] disk', 'warn'],
  ['<notice> hello', 'info'],
  ['2026-01-01 12:00:00,123 ERROR main: no', 'error'],
  ['2026-01-01 12:00:00.123 UTC [12] FATAL:  role does not exist', 'fatal'],
  ['E0102 12:00:00.000000 1 server.go:1] no', 'error'],
  ['warn: low on disk', 'warn'],
  ['DEBUG|x', 'debug'],
  ['no error here', null],
  ['[constructor] x', null],
  ['', null],
] as const)('%s is %s', (line, level) => {
  expect(levelOf(line)).toBe(level)
})

test('a level keeps itself and what is worse, and leaves out what cannot be told', () => {
  expect((['debug', 'warn', 'fatal', null] as const).map((level) => isAtLeast(level, 'warn'))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
