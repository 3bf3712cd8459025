// What is so with an app, in one condition that says why and what comes next. Pure.
import type { ObservedCondition } from '../system/conditions.ts'
import type { ObservedApp } from './app-plan.ts'

export function readyCondition(seen: ObservedApp, now: Date): ObservedCondition {
  const type = 'Ready'
  const no = (reason: string, message: string): ObservedCondition => ({ type, status: 'false', reason, message })
  if (seen.isDeleting) return no('Removing', 'the app is being removed')
  if (seen.unreachableSince !== null)
    return { type, status: 'unknown', reason: 'RuntimeUnreachable', message: 'the container engine does not answer' }
  if (!seen.isWanted) return no('Stopped', 'the app is stopped; start it to run it again')
  const wanted = seen.running?.replicas ?? 0
  const serving = seen.replicas.filter(
    ({ deployId, isReady, state }) => deployId === seen.running?.deployId && isReady && state === 'running',
  ).length
  if (!seen.running && !seen.candidate)
    return seen.firstFailure === null
      ? no('NeverDeployed', 'nothing was deployed yet')
      : no('FirstDeployFailed', `nothing runs yet, because the deploy failed: ${seen.firstFailure}`)
  if (!seen.running) return no('Deploying', 'the first deploy is under way')
  if (serving >= wanted)
    return { type, status: 'true', reason: 'Serving', message: `${serving} of ${wanted} replicas are ready` }
  const next = nextRestartAt(seen, now)
  if (next !== null) {
    return no(
      'CrashLoopBackOff',
      `${serving} of ${wanted} replicas are ready; a replica ended again and again, next try at ${next}`,
    )
  }
  return no('NotReady', `${serving} of ${wanted} replicas are ready`)
}

/** When a replica that ended again and again is started next; null while none waits. */
export function nextRestartAt({ replicas, running, isWanted }: ObservedApp, now: Date): string | null {
  const waiting = replicas.filter(({ state, restartAt }) => state === 'stopped' && restartAt > now.getTime())
  if (!running || !isWanted || waiting.length === 0) return null
  return new Date(Math.min(...waiting.map(({ restartAt }) => restartAt))).toISOString()
}
