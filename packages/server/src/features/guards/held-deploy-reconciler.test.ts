// The plan for held deploys: which go on, which end, and when to look again.
import { describe, expect, test } from 'vitest'
import type { StoredApproval } from './approval.ts'
import type { StoredFreezeWindow } from './freeze-window.ts'
import { planHeld } from './held-deploy-reconciler.ts'
import { holdFailure, holdOf } from './hold.ts'
import { type HeldDeploy, nextStep } from './next-step.ts'

const now = new Date('2026-12-24T12:00:00Z')
const place = { name: 'web', projectId: '', environmentId: '' }
const christmas: StoredFreezeWindow = {
  ...{ id: 'frz_1', name: 'christmas', reason: '', scope: 'all', scopeId: '', timeZone: 'UTC' },
  times: { startsAt: '2026-12-23T00:00:00.000Z', endsAt: '2026-12-27T00:00:00.000Z' },
  ...{ createdBy: '', createdAt: '', updatedAt: '' },
}
const pending: StoredApproval = {
  ...{ state: 'pending', required: 2, authorId: 'ann', expiresAt: '2026-12-25T12:00:00.000Z', votes: [] },
}
const approved: StoredApproval = { ...pending, state: 'approved' }

/** Held as it was when it began. */
function held(
  approval: StoredApproval | null,
  windows: StoredFreezeWindow[] = [],
  overrideReason: string | null = null,
): HeldDeploy {
  return { id: 'dep_1', approval, overrideReason, hold: holdOf({ approval, overrideReason }, place, windows, now) }
}

describe('a held deploy', () => {
  test.each<[string, HeldDeploy, StoredFreezeWindow[], string, string]>([
    ['waits while its window holds', held(null, [christmas]), [christmas], '2026-12-26T23:59:59Z', 'wait'],
    ['goes on when its window ends', held(null, [christmas]), [christmas], '2026-12-27T00:00:00Z', 'release'],
    ['goes on when its window is gone', held(null, [christmas]), [], '2026-12-24T12:00:01Z', 'release'],
    [
      'goes on when the window is overridden',
      { ...held(null, [christmas]), overrideReason: 'x' },
      [christmas],
      '2026-12-24T12:00:01Z',
      'release',
    ],
    ['waits for its approval', held(pending), [], '2026-12-24T13:00:00Z', 'wait'],
    ['ends when nobody approves', held(pending), [], '2026-12-25T12:00:00Z', 'expire'],
    ['ends so inside a window too', held(pending, [christmas]), [christmas], '2026-12-25T12:00:00Z', 'expire'],
    ['goes on when it is approved', { ...held(pending), approval: approved }, [], '2026-12-24T13:00:00Z', 'release'],
    [
      'waits for the window although it is approved',
      held(approved, [christmas]),
      [christmas],
      '2026-12-25T13:00:00Z',
      'wait',
    ],
    ['waits for the approval after the window', held(pending, [christmas]), [], '2026-12-24T13:00:00Z', 'hold'],
    ['is held by a window that begins meanwhile', held(pending), [christmas], '2026-12-24T13:00:00Z', 'hold'],
    [
      'is held longer when its window is',
      held(null, [christmas]),
      [{ ...christmas, times: { startsAt: '2026-12-23T00:00:00.000Z', endsAt: '2026-12-28T00:00:00.000Z' } }],
      '2026-12-24T13:00:00Z',
      'hold',
    ],
  ])('%s', (_, deploy, windows, time, kind) => {
    expect(nextStep(deploy, place, windows, new Date(time)).kind).toBe(kind)
  })

  test('is told with its window and until when, or with how many approvals are missing', () => {
    const [frozen, waiting] = [held(null, [christmas]), held(pending)]
    expect(frozen.hold && holdFailure(frozen.hold, null)).toMatchObject({
      code: 'freeze_window_hold',
      cause: 'The deploy is held by freeze window "christmas" until 2026-12-27T00:00:00Z.',
      retryable: true,
    })
    expect(waiting.hold && holdFailure(waiting.hold, pending)).toMatchObject({
      code: 'approval_pending',
      cause: 'The deploy waits for an approval (0 of 2 so far), until 2026-12-25T12:00:00Z at the latest.',
    })
  })
})

describe('the loop', () => {
  test('looks again when the next window begins or ends, or an approval expires, and never without a reason', () => {
    expect(planHeld({ deploys: [], windows: [] }, now)).toEqual([])
    const soon = { ...christmas, times: { startsAt: '2026-12-24T12:10:00.000Z', endsAt: '2026-12-27T00:00:00.000Z' } }
    expect(planHeld({ deploys: [], windows: [soon] }, now)).toEqual([{ kind: 'look-again', inMs: 600_000 }])
    const expiring = held({ ...pending, expiresAt: '2026-12-24T12:00:30.000Z' })
    expect(planHeld({ deploys: [{ deploy: expiring, place }], windows: [soon] }, now)).toEqual([
      { kind: 'look-again', inMs: 30_000 },
    ])
  })

  test('moves what can move and trusts no timer for longer than an hour', () => {
    const deploys = [{ deploy: held(null, [christmas]), place }]
    expect(planHeld({ deploys, windows: [christmas] }, now)).toEqual([{ kind: 'look-again', inMs: 3_600_000 }])
    expect(planHeld({ deploys, windows: [] }, now)).toEqual([{ kind: 'advance', app: 'web', deployId: 'dep_1' }])
  })
})
