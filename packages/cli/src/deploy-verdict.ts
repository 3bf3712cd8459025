// How the end of a deploy is told to who waited for it, and which earlier deploy a rollback goes to. Pure.
import type { Deploy, Outcome } from '@levelrail/contract/schemas/deploys.ts'
import { type Ending, Failure } from './exit-codes.ts'

const endings: Record<Exclude<Outcome, 'in_progress' | 'healthy' | 'failed'>, string> = {
  canceled: 'was canceled',
  superseded: 'was superseded by a newer one',
  blocked: 'is blocked',
}

/** Nothing when the deploy is healthy, or not over. */
export function deployFailure(deploy: Deploy, ending: Ending = 'deployFailed'): Failure | undefined {
  const { id, app, outcome, failure } = deploy
  if (outcome === 'healthy' || outcome === 'in_progress') return undefined
  if (outcome !== 'failed')
    return new Failure(ending, `deploy ${id} of ${app} ${endings[outcome]}`, `see: levelrail deploys show ${app}`)
  if (!failure) return new Failure(ending, `deploy ${id} of ${app} failed`, `see: levelrail deploys logs ${app} ${id}`)
  return new Failure(ending, `deploy ${id} of ${app} failed: ${failure.cause} ${failure.next}`)
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
