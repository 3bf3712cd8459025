// Records a run: the one place where runs begin. Commit, then wake the loop `runs` with its id.
import type { RunOutcome } from '@levelrail/contract/schemas/tasks.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../lib/ids.ts'
import type { Trx } from '../../store/store.ts'
import type { RunRow } from '../../store/tables.ts'
import { type RunKind, readRun, type StoredRun } from './run.ts'

export interface NewRun {
  app: string
  kind: RunKind
  taskId: string | null
  task: string
  deployId: string | null
  command: string[]
  timeoutMs: number
  trigger: 'schedule' | 'manual'
  by: string
  dueAt: string | null
  /** Begins at once, waits for others to end, or never runs and is only told. */
  state: 'begins' | 'waits' | { outcome: RunOutcome; reason: string }
}

export async function startRun(trx: Trx, { clock }: Pick<Context, 'clock'>, run: NewRun): Promise<StoredRun> {
  const now = clock.now()
  const at = now.toISOString()
  const told = typeof run.state === 'object' ? run.state : undefined
  const row: RunRow = {
    id: newId('run', now),
    app: run.app,
    kind: run.kind,
    task_id: run.taskId,
    task: run.task,
    deploy_id: run.deployId,
    command: JSON.stringify(run.command),
    timeout_ms: run.timeoutMs,
    trigger: run.trigger,
    requested_by: run.by,
    status: told ? 'ended' : run.state === 'begins' ? 'running' : 'waiting',
    ending: null,
    outcome: told?.outcome ?? null,
    reason: told?.reason ?? '',
    exit_code: null,
    output: '',
    output_truncated: 0,
    logged_lines: 0,
    due_at: run.dueAt,
    created_at: at,
    begun_at: run.state === 'begins' ? at : null,
    started_at: null,
    finished_at: told ? at : null,
    cleaned: told ? 1 : 0,
  }
  await trx.insertInto('runs').values(row).execute()
  return readRun(row)
}
