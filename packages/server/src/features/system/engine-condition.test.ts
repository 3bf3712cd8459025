import { expect, test } from 'vitest'
import { changedCondition } from './conditions.ts'
import { engineLoop } from './engine-condition.ts'

const down = { type: 'EngineReady', status: 'false', reason: 'RuntimeUnreachable', message: 'no socket' } as const
const up = { type: 'EngineReady', status: 'true', reason: 'RuntimeReachable', message: 'engine 20.10 answers' } as const
const now = new Date('2026-01-02T00:00:00Z')
const since = '2026-01-01T00:00:00.000Z'

test('what is stored already is not written again', () => {
  expect(changedCondition({ ...up, since }, up, now)).toBeUndefined()
})

test('a change of status has a new beginning, a change of words has not', () => {
  expect(changedCondition({ ...up, since }, down, now)?.since).toBe('2026-01-02T00:00:00.000Z')
  expect(changedCondition({ ...down, since }, { ...down, message: 'refused' }, now)?.since).toBe(since)
})

test('the loop looks at every machine by itself', () => {
  expect(engineLoop.where).toBe('everywhere')
})
