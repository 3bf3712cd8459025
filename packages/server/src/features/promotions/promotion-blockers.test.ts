import type { Blocker } from '@levelrail/contract/schemas/promotions.ts'
import { expect, test } from 'vitest'
import { findBlockers, type PromotionFacts, refusalWords, refusingBlockers } from './promotion-blockers.ts'

const target = { name: 'web', isSuspended: false, isDeploying: false, isUnchanged: false, missing: [] }
const free: PromotionFacts = {
  source: { name: 'web-staging', isDeployed: true, notReady: undefined },
  environment: { name: 'production', protected: false },
  targets: ['web'],
  target,
  holds: [],
}
const held: Blocker = { code: 'freeze_window_hold', message: 'frozen', effect: 'held', lifted_by: 'override_freeze' }

test.each<[string, Partial<PromotionFacts>, string[]]>([
  ['nothing', {}, []],
  [
    'a source that never ran',
    { source: { ...free.source, isDeployed: false, notReady: 'x' } },
    ['never_deployed null'],
  ],
  ['a source that is not ready', { source: { ...free.source, notReady: 'it crashes' } }, ['source_not_ready force']],
  ['no counterpart', { target: undefined, targets: [] }, ['no_target null']],
  ['several counterparts', { target: undefined, targets: ['a', 'b'] }, ['no_target null']],
  ['a target that is stopped', { target: { ...target, isSuspended: true } }, ['target_stopped null']],
  ['a deploy in progress', { target: { ...target, isDeploying: true } }, ['target_deploying force']],
  ['the same image', { target: { ...target, isUnchanged: true } }, ['unchanged force']],
  ['a missing secret', { target: { ...target, missing: ['TOKEN'] } }, ['missing_env null']],
  ['protection', { environment: { name: 'p', protected: true } }, ['protected_environment confirm']],
  ['a freeze', { holds: [held] }, ['freeze_window_hold override_freeze']],
])('%s stands in the way', (_, facts, expected) => {
  const blockers = findBlockers({ ...free, ...facts })
  expect(blockers.map(({ code, lifted_by }) => `${code} ${lifted_by}`)).toEqual(expected)
})

test('a request goes past what it names, and what is held is not refused', () => {
  const blockers = findBlockers({
    ...free,
    environment: { name: 'p', protected: true },
    target: { ...target, isUnchanged: true, missing: ['TOKEN'] },
    holds: [held],
  })
  const codes = (request: { confirm?: boolean; force?: boolean }) =>
    refusingBlockers(blockers, request).map(({ code }) => code)
  expect(codes({})).toEqual(['unchanged', 'missing_env', 'protected_environment'])
  expect(codes({ force: true })).toEqual(['missing_env', 'protected_environment'])
  expect(codes({ force: true, confirm: true })).toEqual(['missing_env'])
  expect(refusingBlockers(blockers, {}).map(refusalWords).at(-1)).toBe(
    'environment "p" is protected; set confirm: true to proceed',
  )
})
