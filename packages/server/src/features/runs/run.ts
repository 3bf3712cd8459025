// A run as stored: one container that is made, started once and followed to its end, for a task or for a hook of a
// deploy. What decides its next step is in `run-plan.ts`.
import type { RunOutcome, TaskRun, TaskRunDetail } from '@levelrail/contract/schemas/tasks.ts'
import type { RunRow } from '../../store/tables.ts'

export type RunKind = 'task' | 'pre_deploy' | 'post_deploy'
export type Ending = 'canceled' | 'timed_out'

export interface StoredRun {
  id: string
  app: string
  kind: RunKind
  taskId: string | null
  task: string
  deployId: string | null
  command: string[]
  timeoutMs: number
  trigger: TaskRun['trigger']
  requestedBy: string
  status: TaskRun['status']
  ending: Ending | null
  outcome: RunOutcome | null
  reason: string
  exitCode: number | null
  output: string
  isOutputTruncated: boolean
  loggedLines: number
  dueAt: string | null
  createdAt: string
  begunAt: string | null
  startedAt: string | null
  finishedAt: string | null
  isCleaned: boolean
}

export function readRun(row: RunRow): StoredRun {
  return {
    id: row.id,
    app: row.app,
    kind: row.kind as RunKind,
    taskId: row.task_id,
    task: row.task,
    deployId: row.deploy_id,
    command: JSON.parse(row.command),
    timeoutMs: row.timeout_ms,
    trigger: row.trigger as TaskRun['trigger'],
    requestedBy: row.requested_by,
    status: row.status as TaskRun['status'],
    ending: row.ending as Ending | null,
    outcome: row.outcome as RunOutcome | null,
    reason: row.reason,
    exitCode: row.exit_code,
    output: row.output,
    isOutputTruncated: row.output_truncated === 1,
    loggedLines: row.logged_lines,
    dueAt: row.due_at,
    createdAt: row.created_at,
    begunAt: row.begun_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    isCleaned: row.cleaned === 1,
  }
}

export function viewRun(run: StoredRun): TaskRun {
  return {
    id: run.id,
    app: run.app,
    task: run.task,
    deploy_id: run.deployId,
    command: run.command,
    trigger: run.trigger,
    by: run.requestedBy,
    status: run.status,
    outcome: run.outcome,
    reason: run.reason,
    exit_code: run.exitCode,
    due_at: run.dueAt,
    created_at: run.createdAt,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
  }
}

export function viewRunDetail(run: StoredRun): TaskRunDetail {
  return { ...viewRun(run), output: run.output, output_truncated: run.isOutputTruncated }
}

export function hookWords(kind: RunKind): string {
  return kind === 'pre_deploy' ? 'pre-deploy hook' : 'post-deploy hook'
}
