// What a deploy of an app would wait for if it were asked for now.
import type { Blocker } from '@levelrail/contract/schemas/promotions.ts'
import type { Db, Trx } from '../../store/store.ts'
import { newApproval } from './approval.ts'
import type { Place } from './freeze-window.ts'
import { listFreezeWindows, listRulesFor } from './guard-view.ts'
import { holdFailure, holdOf } from './hold.ts'

export async function previewHolds(db: Db | Trx, place: Place, now: Date): Promise<Blocker[]> {
  const windows = await listFreezeWindows(db, now.toISOString())
  const approval = newApproval(await listRulesFor(db, place), '', now)
  const holds = [
    holdOf({ approval: null, overrideReason: null }, place, windows, now),
    holdOf({ approval, overrideReason: null }, place, [], now),
  ]
  return holds.flatMap((hold): Blocker[] => {
    if (!hold) return []
    const { cause, next } = holdFailure(hold, approval)
    const lifted_by = hold.code === 'freeze_window_hold' ? 'override_freeze' : null
    return [{ code: hold.code, message: `${cause} ${next}`, effect: 'held', lifted_by }]
  })
}
