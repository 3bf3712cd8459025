import { expect, test } from 'vitest'
import { durationMs } from '../../lib/duration.ts'
import { planRestart, type RestartSettings } from './restart-backoff.ts'

const defaults: RestartSettings = { baseMs: durationMs('5s'), maxMs: durationMs('2m'), resetMs: durationMs('10m') }
const ended = Date.parse('2026-03-01T12:00:00Z')

test.each([
  [0, '0'],
  [1, '5s'],
  [2, '10s'],
  [3, '20s'],
  [4, '40s'],
  [5, '80s'],
  [6, '2m'],
  [7, '2m'],
  [5000, '2m'],
] as const)('after %i restarts in a row the next one waits %s (Spec 3.3)', (attempt, wait) => {
  const plan = planRestart(crash(attempt, '3s'), new Date(ended), defaults)
  expect(plan).toEqual({ restartAt: new Date(ended + durationMs(wait === '0' ? '0s' : wait)), attempt: attempt + 1 })
})

test.each([
  ['599s', 7],
  ['10m', 1],
  ['2d', 1],
] as const)('having stayed up %s makes it restart number %i', (upTime, attempt) => {
  const plan = planRestart(crash(6, upTime), new Date(ended), defaults)
  expect(plan.attempt).toBe(attempt)
  if (attempt === 1) expect(plan.restartAt).toEqual(new Date(ended))
})

test('a base of 0 restarts at once, always', () => {
  const plan = planRestart(crash(50, '1s'), new Date(ended), { ...defaults, baseMs: 0 })
  expect(plan).toEqual({ restartAt: new Date(ended), attempt: 51 })
})

test('a base over the maximum waits the maximum', () => {
  const plan = planRestart(crash(1, '1s'), new Date(ended), { ...defaults, baseMs: durationMs('1h') })
  expect(plan.restartAt).toEqual(new Date(ended + durationMs('2m')))
})

test('the wait counts from the end of the run, and asking again later does not move it', () => {
  const at = (now: number) => planRestart(crash(3, '1s'), new Date(now), defaults).restartAt
  expect(at(ended + 5000)).toEqual(at(ended))
  expect(at(ended + 60_000)).toEqual(new Date(ended + 60_000))
})

test('an engine whose clock runs ahead does not make the wait longer', () => {
  const now = new Date(ended - durationMs('1h'))
  expect(planRestart(crash(1, '1s'), now, defaults).restartAt).toEqual(new Date(now.getTime() + durationMs('5s')))
})

test('a container that could not be started at all counts as a crash', () => {
  const history = { attempt: 2, startedAt: undefined, endedAt: new Date(ended) }
  expect(planRestart(history, new Date(ended), defaults)).toEqual({ restartAt: new Date(ended + 10_000), attempt: 3 })
})

function crash(attempt: number, upTime: `${number}${'s' | 'm' | 'd'}`) {
  return { attempt, startedAt: new Date(ended - durationMs(upTime)), endedAt: new Date(ended) }
}
