// Asks the guards about a deploy that begins: whether it may go on at once, or what it waits for. Spec 3.1, rulings 16.
import type { Hold } from '@levelrail/contract/schemas/guards.ts'
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import { getUserByEmail } from '../users/user-view.ts'
import { newApproval, type StoredApproval } from './approval.ts'
import { findFreeze, type Place } from './freeze-window.ts'
import { listFreezeWindows, listRulesFor } from './guard-view.ts'
import { holdOf } from './hold.ts'

export interface Verdict {
  hold: Hold | null
  approval: StoredApproval | null
  /** Name of the freeze window that was overridden; null when none was in the way. */
  overridden: string | null
}

export const noGuards: Verdict = { hold: null, approval: null, overridden: null }

/** `by` is the e-mail address of who asks, or of the owner of the token that does. */
export async function guardDeploy(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  place: Place,
  by: string,
  overrideReason: string | null,
): Promise<Verdict> {
  const now = clock.now()
  const [windows, rules] = [await listFreezeWindows(trx, isoNow(clock)), await listRulesFor(trx, place)]
  const authorId = rules.length > 0 ? ((await getUserByEmail(trx, by))?.id ?? '') : ''
  const approval = newApproval(rules, authorId, now)
  const overridden = overrideReason === null ? undefined : findFreeze(windows, place, now.getTime())
  const hold = holdOf({ approval, overrideReason }, place, windows, now)
  return { hold, approval, overridden: overridden?.window.name ?? null }
}
