// What a deploy is held by now, if anything: a freeze window first, then a missing approval. Pure. Spec 3.1.
import type { Hold } from '@levelrail/contract/schemas/guards.ts'
import { type DeployFailure, describeFailure } from '../deploys/failure-codes.ts'
import type { StoredApproval } from './approval.ts'
import { findFreeze, type Place, type StoredFreezeWindow } from './freeze-window.ts'

export interface Guarded {
  approval: StoredApproval | null
  /** Set where freeze windows do not hold it. */
  overrideReason: string | null
}

export function holdOf(
  { approval, overrideReason }: Guarded,
  place: Place,
  windows: readonly StoredFreezeWindow[],
  now: Date,
): Hold | null {
  const expires_at = approval?.state === 'pending' ? approval.expiresAt : null
  const freeze = overrideReason === null ? findFreeze(windows, place, now.getTime()) : undefined
  if (freeze) {
    const { window, until } = freeze
    const times = { until: new Date(until).toISOString(), expires_at }
    return { code: 'freeze_window_hold', window_id: window.id, window: window.name, ...times }
  }
  if (approval?.state === 'pending')
    return { code: 'approval_pending', window_id: null, window: null, until: null, expires_at }
  return null
}

export function holdFailure(hold: Hold, approval: StoredApproval | null): DeployFailure {
  if (hold.code === 'freeze_window_hold')
    return describeFailure(hold.code, {
      window: `freeze window ${JSON.stringify(hold.window)}`,
      until: hold.until === null ? '' : ` until ${withoutMs(hold.until)}`,
    })
  const given = approval?.votes.length ?? 0
  const required = approval?.required ?? 1
  const count = required > 1 ? ` (${given} of ${required} so far)` : ''
  return describeFailure(hold.code, { detail: `${count}, until ${withoutMs(hold.expires_at ?? '')} at the latest` })
}

function withoutMs(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z')
}
