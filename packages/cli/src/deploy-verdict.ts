// How the end of a deploy is told to who waited for it, and which earlier deploy a rollback goes to. Pure.
import type { Deploy, Outcome } from '@levelrail/contract/schemas/deploys.ts'
import { type Ending, Failure } from './exit-codes.ts'

const endings: Record<Exclude<Outcome, 'in_progress' | 'healthy' | 'failed' | 'blocked'>, string> = {
  canceled: 'was canceled',
  superseded: 'was superseded by a newer one',
}

/** Nothing when the deploy is healthy, or not over. */
export function deployFailure(deploy: Deploy, ending: Ending = 'deployFailed'): Failure | undefined {
  const { id, app, outcome, failure } = deploy
  if (outcome === 'healthy' || outcome === 'in_progress') return undefined
  if (outcome === 'blocked')
    return new Failure(ending, `deploy ${id} of ${app} is blocked: ${heldText(deploy)}`, heldHint(deploy))
  if (outcome !== 'failed')
    return new Failure(ending, `deploy ${id} of ${app} ${endings[outcome]}`, `see: levelrail deploys show ${app}`)
  if (!failure) return new Failure(ending, `deploy ${id} of ${app} failed`, `see: levelrail deploys logs ${app} ${id}`)
  return new Failure(ending, `deploy ${id} of ${app} failed: ${failure.cause} ${failure.next}`)
}

/** Why it is held, and until when. */
export function heldText({ failure }: Deploy): string {
  return failure ? `${failure.cause} ${failure.next}` : 'it is held'
}

function heldHint({ id, app, hold }: Deploy): string {
  return hold?.code === 'freeze_window_hold'
    ? `it goes on by itself; to let it go on now: levelrail deploys override ${app} ${id} --reason TEXT`
    : `somebody else can let it go on with: levelrail approvals approve ${app} ${id}`
}

/**
 * The newest healthy deploy before the current one; of an app that nothing serves, the newest healthy one. Undefined
 * also while the current one is not among those given.
 */
export function previousHealthy(newestFirst: readonly Deploy[], currentId: string | null): Deploy | undefined {
  const current = newestFirst.findIndex(({ id }) => id === currentId)
  if (currentId !== null && current < 0) return undefined
  return newestFirst.slice(current + 1).find(({ outcome, digest }) => outcome === 'healthy' && digest !== null)
}
