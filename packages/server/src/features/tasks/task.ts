// A scheduled task as stored and as shown, and the rules that a schema cannot say.
import type { Overlap, Task, TaskCreate, TaskUpdate } from '@levelrail/contract/schemas/tasks.ts'
import { badRequest } from '../../errors.ts'
import { type Cron, nextRun, parseCron } from '../../lib/cron.ts'
import { cronWords } from '../../lib/cron-words.ts'
import { parseDuration } from '../../lib/duration.ts'
import { isTimeZone } from '../../lib/time-zone.ts'
import type { TaskRow } from '../../store/tables.ts'
import type { StoredApp } from '../apps/app.ts'
import { type StoredRun, viewRun } from '../runs/run.ts'
import { nextDueTimes } from './task-schedule.ts'

export interface StoredTask {
  id: string
  app: string
  name: string
  schedule: string
  timeZone: string
  command: string[]
  overlap: Overlap
  timeout: string
  isEnabled: boolean
  nextDueAt: string | null
  createdAt: string
  updatedAt: string
}

export type TaskFields = Pick<StoredTask, 'schedule' | 'timeZone' | 'command' | 'overlap' | 'timeout' | 'isEnabled'>

const longestTimeoutMs = 24 * 3_600_000
const nextShown = 3
const defaults = { time_zone: 'UTC', overlap: 'skip', timeout: '1h', enabled: true } as const

export function readTask(row: TaskRow): StoredTask {
  return {
    id: row.id,
    app: row.app,
    name: row.name,
    schedule: row.schedule,
    timeZone: row.time_zone,
    command: JSON.parse(row.command),
    overlap: row.overlap as Overlap,
    timeout: row.timeout,
    isEnabled: row.enabled === 1,
    nextDueAt: row.next_due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function newTaskFields(body: TaskCreate): TaskFields {
  const { time_zone, enabled, schedule, command, overlap, timeout } = { ...defaults, ...body }
  return checked({ schedule, command, overlap, timeout, timeZone: time_zone, isEnabled: enabled })
}

/** Only the fields that are named change. */
export function changedTaskFields(task: StoredTask, body: TaskUpdate): TaskFields {
  return checked({
    schedule: body.schedule ?? task.schedule,
    timeZone: body.time_zone ?? task.timeZone,
    command: body.command ?? task.command,
    overlap: body.overlap ?? task.overlap,
    timeout: body.timeout ?? task.timeout,
    isEnabled: body.enabled ?? task.isEnabled,
  })
}

function checked(fields: TaskFields): TaskFields {
  cronOf(fields.schedule)
  checkTimeZone(fields.timeZone)
  const timeoutMs = parseDuration(fields.timeout) ?? 0
  if (timeoutMs < 1000 || timeoutMs > longestTimeoutMs)
    throw badRequest(`timeout: ${JSON.stringify(fields.timeout)} is not from 1s to 24h`)
  return fields
}

export function cronOf(schedule: string): Cron {
  const cron = parseCron(schedule)
  if (!cron.ok) throw badRequest(`schedule: ${cron.reason}`)
  return cron.value
}

export function checkTimeZone(zone: string): void {
  if (!isTimeZone(zone))
    throw badRequest(
      `time_zone: ${JSON.stringify(zone)} is not a time zone: use an IANA name such as Europe/Berlin or UTC`,
    )
}

/** When the schedule runs it first from now on; null while it is turned off. */
export function firstDue({ isEnabled, schedule, timeZone }: TaskFields, now: Date): string | null {
  return isEnabled ? (nextRun(cronOf(schedule), timeZone, now)?.toISOString() ?? null) : null
}

/** A new task as it is stored. */
export function taskRow(
  task: TaskFields & Pick<StoredTask, 'id' | 'app' | 'name'>,
  nextDueAt: string | null,
  now: string,
): TaskRow {
  return {
    id: task.id,
    app: task.app,
    name: task.name,
    schedule: task.schedule,
    time_zone: task.timeZone,
    command: JSON.stringify(task.command),
    overlap: task.overlap,
    timeout: task.timeout,
    enabled: task.isEnabled ? 1 : 0,
    next_due_at: nextDueAt,
    created_at: now,
    updated_at: now,
  }
}

/** Why the schedule does not run it now, or null when it does. */
export function idleReason(task: StoredTask, app: StoredApp): string | null {
  if (!task.isEnabled) return 'the task is turned off'
  if (app.isSuspended) return 'the app is stopped'
  return app.running ? null : 'the app was never deployed'
}

export function viewTask(task: StoredTask, app: StoredApp, lastRun: StoredRun | undefined, now: Date): Task {
  const cron = cronOf(task.schedule)
  const reason = idleReason(task, app)
  return {
    id: task.id,
    app: task.app,
    name: task.name,
    schedule: task.schedule,
    time_zone: task.timeZone,
    command: task.command,
    overlap: task.overlap,
    timeout: task.timeout,
    enabled: task.isEnabled,
    schedule_words: cronWords(cron),
    next_runs: reason === null ? nextDueTimes(cron, task.timeZone, now, nextShown) : [],
    idle_reason: reason,
    last_run: lastRun ? viewRun(lastRun) : null,
    created_at: task.createdAt,
    updated_at: task.updatedAt,
  }
}
