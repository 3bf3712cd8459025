// What to do next for a run, given how it is. Pure. Its container carries the truth: it is made before the start is
// noted and started after, so that a kill in between neither starts it twice nor loses it.
import type { RunOutcome, TaskRun } from '@levelrail/contract/schemas/tasks.ts'
import type { Ending } from './run.ts'

export interface ObservedRun {
  status: TaskRun['status']
  ending: Ending | null
  isCleaned: boolean
  begunAt: number | null
  startedAt: number | null
  timeoutMs: number
  /** Another one has to end first. */
  isBlocked: boolean
  /** Why it must not go on, when it must not. */
  unwanted: string | null
  /** `unknown` while the engine does not answer. */
  container: 'unknown' | SeenContainer | null
  /** Its lines go into the log of a deploy while it runs. */
  isWatched: boolean
}

export interface SeenContainer {
  id: string
  /** `removing` from the moment that somebody asks for it: the kill that comes with it is no end of its own. */
  state: 'created' | 'running' | 'ended' | 'removing'
  exitCode: number | undefined
  isOutOfMemory: boolean
}

export type RunAction =
  | { kind: 'begin' }
  | { kind: 'end-by'; ending: Ending; reason: string }
  | { kind: 'create' }
  | { kind: 'start'; id: string }
  | { kind: 'stop'; id: string }
  | { kind: 'copy-lines'; id: string }
  | { kind: 'finish'; id: string | null; outcome: RunOutcome; exitCode: number | null; reason: string }
  | { kind: 'clean'; id: string | null }
  | { kind: 'look-again'; inMs: number }

/** How long a run that began may be without a container, whatever the reason. */
export const startPatienceMs = 10 * 60_000
export const outOfMemoryReason = 'it ran out of memory'
const watchEveryMs = 1000
const knockEveryMs = 5000

export function planRun(run: ObservedRun, now: Date): RunAction[] {
  const { container } = run
  if (run.status === 'ended') return run.isCleaned ? [] : [...cleanUp(container)]
  if (container === 'unknown') return [{ kind: 'look-again', inMs: knockEveryMs }]
  if (run.unwanted !== null && run.ending === null)
    return [{ kind: 'end-by', ending: 'canceled', reason: run.unwanted }, next]
  if (!container || container.state === 'removing') return planWithout(run, now.getTime())
  switch (container.state) {
    case 'created':
      return run.ending ? [finished(run.ending, container), next] : [{ kind: 'start', id: container.id }, next]
    case 'running':
      return planRunning(run, container.id, now.getTime())
    case 'ended':
      return [ended(run, container), next]
  }
}

const next: RunAction = { kind: 'look-again', inMs: 1 }

function cleanUp(container: ObservedRun['container']): RunAction[] {
  if (container === 'unknown') return [{ kind: 'look-again', inMs: knockEveryMs }]
  return [{ kind: 'clean', id: container?.id ?? null }]
}

function planWithout(run: ObservedRun, now: number): RunAction[] {
  if (run.ending) return [finished(run.ending, null), next]
  if (run.startedAt !== null) return [finished('lost', null, 'its container was removed before its end was seen'), next]
  if (run.status === 'waiting') return run.isBlocked ? [] : [{ kind: 'begin' }, next]
  if (run.begunAt !== null && now - run.begunAt >= startPatienceMs)
    return [finished('failed', null, 'its container could not be made in 10 minutes'), next]
  return [{ kind: 'create' }, next]
}

function planRunning(run: ObservedRun, id: string, now: number): RunAction[] {
  if (run.ending) return [{ kind: 'stop', id }, next]
  const leftMs = (run.startedAt ?? now) + run.timeoutMs - now
  if (leftMs <= 0) {
    const reason = `it took longer than ${words(run.timeoutMs)} and was stopped`
    return [{ kind: 'end-by', ending: 'timed_out', reason }, { kind: 'stop', id }, next]
  }
  if (!run.isWatched) return [{ kind: 'look-again', inMs: leftMs }]
  return [
    { kind: 'copy-lines', id },
    { kind: 'look-again', inMs: Math.min(leftMs, watchEveryMs) },
  ]
}

function ended(run: ObservedRun, container: SeenContainer): RunAction {
  if (run.ending) return finished(run.ending, container)
  if (container.isOutOfMemory) return finished('failed', container, outOfMemoryReason)
  if (container.exitCode === 0) return finished('succeeded', container)
  return finished(
    'failed',
    container,
    container.exitCode === undefined ? '' : `it exited with code ${container.exitCode}`,
  )
}

/** An empty reason leaves the one that was noted before. */
function finished(outcome: RunOutcome, container: SeenContainer | null, reason = ''): RunAction {
  return { kind: 'finish', id: container?.id ?? null, outcome, exitCode: container?.exitCode ?? null, reason }
}

function words(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000}h`
  if (ms % 60_000 === 0) return `${ms / 60_000}m`
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`
}
