// What is to be done with a held deploy now. Pure.
import type { Hold } from '@levelrail/contract/schemas/guards.ts'
import { hasExpired } from './approval.ts'
import type { Place, StoredFreezeWindow } from './freeze-window.ts'
import { type Guarded, holdOf } from './hold.ts'

export interface HeldDeploy extends Guarded {
  id: string
  hold: Hold | null
}

export type HeldStep = { kind: 'release' } | { kind: 'expire' } | { kind: 'hold'; hold: Hold } | { kind: 'wait' }

export function nextStep(
  deploy: HeldDeploy,
  place: Place,
  windows: readonly StoredFreezeWindow[],
  now: Date,
): HeldStep {
  if (hasExpired(deploy.approval, now)) return { kind: 'expire' }
  const hold = holdOf(deploy, place, windows, now)
  if (!hold) return { kind: 'release' }
  return isSameHold(hold, deploy.hold) ? { kind: 'wait' } : { kind: 'hold', hold }
}

function isSameHold(one: Hold, other: Hold | null): boolean {
  return (
    one.code === other?.code &&
    one.window_id === other.window_id &&
    one.window === other.window &&
    one.until === other.until &&
    one.expires_at === other.expires_at
  )
}
