// Starts a run of a task, whoever asks, and holds its overlap policy: one at a time, and what comes meanwhile is
// skipped, waits, or takes the place of what runs.
import type { Context } from '../../context.ts'
import { parseDuration } from '../../lib/duration.ts'
import type { Trx } from '../../store/store.ts'
import { endRun } from '../runs/end-run.ts'
import type { StoredRun } from '../runs/run.ts'
import { type NewRun, startRun } from '../runs/start-run.ts'
import type { StoredTask } from './task.ts'
import { listUnendedRuns } from './task-store.ts'

export interface TaskRunRequest {
  trigger: 'schedule' | 'manual'
  by: string
  dueAt: string | null
}

/** Commit, then wake the loop `runs` with every id of the answer. */
export async function startTaskRun(
  trx: Trx,
  ctx: Pick<Context, 'clock'>,
  task: StoredTask,
  request: TaskRunRequest,
): Promise<{ run: StoredRun; wake: string[] }> {
  const others = await listUnendedRuns(trx, task.id)
  if (task.overlap === 'replace')
    for (const { id } of others) await endRun(trx, id, 'canceled', 'a newer run took its place')
  const run = await startRun(trx, ctx, newRun(task, request, stateFor(task, others)))
  return { run, wake: [...(task.overlap === 'replace' ? others.map(({ id }) => id) : []), run.id] }
}

export function newRun(task: StoredTask, request: TaskRunRequest, state: NewRun['state']): NewRun {
  return {
    app: task.app,
    kind: 'task',
    taskId: task.id,
    task: task.name,
    deployId: null,
    command: task.command,
    timeoutMs: parseDuration(task.timeout) ?? 0,
    state,
    ...request,
  }
}

function stateFor({ overlap }: StoredTask, others: StoredRun[]): NewRun['state'] {
  if (others.length === 0) return 'begins'
  if (overlap === 'replace') return 'waits'
  const skipped = (reason: string) => ({ outcome: 'skipped' as const, reason })
  if (overlap === 'skip') return skipped('the run before it had not ended')
  return others.some(({ status }) => status === 'waiting') ? skipped('another run was waiting already') : 'waits'
}
