// Scheduled tasks of an app and their runs. Each run is a container of its own, made from what the app runs.
import Type, { type Static } from 'typebox'
import { closed, Id, MaybeTime, named, oneOf, Time } from './common.ts'

const Name = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: '^[a-z]([a-z0-9-]*[a-z0-9])?$',
  description: 'Lower-case letters, digits and -, beginning with a letter',
})
const Duration = Type.String({
  maxLength: 12,
  pattern: '^\\d{1,9}(ms|s|m|h|d)$',
  description: 'Such as 90s, 10m or 2h',
})
const Schedule = Type.String({ minLength: 1, maxLength: 200, description: 'Five cron fields, such as `0 3 * * *`' })
const TimeZone = Type.String({ minLength: 1, maxLength: 64, description: 'IANA name, such as Europe/Berlin' })
const Command = Type.Array(Type.String({ minLength: 1, maxLength: 10_000 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Program and arguments, run as they stand: without a shell and without the entry point of the image',
})
export const overlaps = ['skip', 'queue', 'replace'] as const
const Overlap = oneOf(overlaps)
export type Overlap = Static<typeof Overlap>

export const runOutcomes = ['succeeded', 'failed', 'timed_out', 'skipped', 'canceled', 'lost', 'missed'] as const
export const RunOutcome = oneOf(runOutcomes)
export type RunOutcome = Static<typeof RunOutcome>

const runFields = {
  id: Id,
  app: Type.String(),
  task: Type.String(),
  deploy_id: Type.Union([Id, Type.Null()], { description: 'Whose image and settings it ran' }),
  command: Type.Array(Type.String()),
  trigger: oneOf(['schedule', 'manual']),
  by: Type.String({ description: 'Who asked for it; empty for the schedule' }),
  status: oneOf(['waiting', 'running', 'ended']),
  outcome: Type.Union([RunOutcome, Type.Null()]),
  reason: Type.String({ description: 'Why it ended so, in a sentence; empty when there is nothing to add' }),
  exit_code: Type.Union([Type.Integer(), Type.Null()]),
  due_at: MaybeTime,
  created_at: Time,
  started_at: MaybeTime,
  finished_at: MaybeTime,
}
export const TaskRun = named('TaskRun', Type.Object(runFields))
export type TaskRun = Static<typeof TaskRun>
export const TaskRunDetail = named(
  'TaskRunDetail',
  Type.Object({
    ...runFields,
    output: Type.String({ description: 'What it wrote, secrets taken out; of a long one the first and the last part' }),
    output_truncated: Type.Boolean(),
  }),
)
export type TaskRunDetail = Static<typeof TaskRunDetail>

const taskFields = {
  schedule: Schedule,
  time_zone: TimeZone,
  command: Command,
  overlap: Overlap,
  timeout: Duration,
  enabled: Type.Boolean(),
}
export const Task = named(
  'Task',
  Type.Object({
    id: Id,
    app: Type.String(),
    name: Name,
    ...taskFields,
    schedule_words: Type.String({ description: 'When it runs, in words' }),
    next_runs: Type.Array(Time, { description: 'The next three; none while it does not run' }),
    idle_reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it does not run now' }),
    last_run: Type.Union([TaskRun, Type.Null()]),
    created_at: Time,
    updated_at: Time,
  }),
)
export type Task = Static<typeof Task>

const { schedule, command, ...optional } = taskFields
export const TaskCreate = named(
  'TaskCreate',
  closed({ name: Name, schedule, command, ...Type.Partial(Type.Object(optional)).properties }),
)
export type TaskCreate = Static<typeof TaskCreate>
export const TaskUpdate = named('TaskUpdate', closed(Type.Partial(Type.Object(taskFields)).properties))
export type TaskUpdate = Static<typeof TaskUpdate>

export const SchedulePreviewQuery = closed({ schedule: Schedule, time_zone: Type.Optional(TimeZone) })
export const SchedulePreview = named(
  'SchedulePreview',
  Type.Object({ words: Type.String(), next_runs: Type.Array(Time) }),
)
export type SchedulePreview = Static<typeof SchedulePreview>
