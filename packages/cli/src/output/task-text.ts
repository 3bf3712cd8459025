// A scheduled task and its runs, as people read them.
import type { Task, TaskRun, TaskRunDetail } from '@levelrail/contract/schemas/tasks.ts'
import { elapsed } from './elapsed.ts'
import { factsText } from './facts.ts'
import { relativeTime } from './relative-time.ts'
import type { Column } from './table.ts'

export function taskText(task: Task, now: Date): string {
  return factsText([
    ['name', task.name],
    ['schedule', `${task.schedule} (${task.schedule_words}, ${task.time_zone})`],
    ['command', task.command.join(' ')],
    ['overlap', task.overlap],
    ['timeout', task.timeout],
    ['does not run', task.idle_reason ?? ''],
    ['next runs', task.next_runs.join(', ')],
    [
      'last run',
      task.last_run ? `${runWords(task.last_run)}, ${relativeTime(task.last_run.created_at, now)}` : 'never',
    ],
  ])
}

export function runText(run: TaskRunDetail, now: Date): string {
  const facts = factsText([
    ['id', run.id],
    ['task', run.task],
    ['outcome', runWords(run)],
    ['reason', run.reason],
    ['exit code', run.exit_code === null ? '' : String(run.exit_code)],
    ['started by', run.by || run.trigger],
    ['started', run.started_at ?? ''],
    ['took', run.started_at ? elapsed(run.started_at, run.finished_at, now) : ''],
    ['deploy', run.deploy_id ?? ''],
  ])
  return run.output === '' ? facts : `${facts}\n${run.output}\n`
}

export function runWords({ status, outcome }: TaskRun): string {
  return (outcome ?? status).replace('_', ' ')
}

export function runColor({ outcome }: TaskRun): 'green' | 'red' | 'yellow' | undefined {
  if (outcome === 'succeeded') return 'green'
  if (outcome === 'failed' || outcome === 'timed_out' || outcome === 'lost') return 'red'
  return outcome === null ? undefined : 'yellow'
}

export function taskColumns(now: Date): Column<Task>[] {
  return [
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'WHEN', cell: ({ schedule_words, time_zone }) => `${schedule_words} ${time_zone}` },
    { title: 'NEXT', cell: ({ next_runs, idle_reason }) => idle_reason ?? next_runs[0] ?? 'never' },
    {
      title: 'LAST',
      cell: ({ last_run }) => (last_run ? runWords(last_run) : 'never ran'),
      color: ({ last_run }) => (last_run ? runColor(last_run) : undefined),
    },
    { title: 'RAN', cell: ({ last_run }) => relativeTime(last_run?.created_at ?? null, now, '') },
    { title: 'COMMAND', cell: ({ command }) => command.join(' ') },
  ]
}

export function runColumns(now: Date): Column<TaskRun>[] {
  return [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'OUTCOME', cell: runWords, color: runColor },
    { title: 'WHEN', cell: ({ created_at }) => relativeTime(created_at, now) },
    {
      title: 'TOOK',
      align: 'right',
      cell: ({ started_at, finished_at }) => (started_at ? elapsed(started_at, finished_at, now) : ''),
    },
    { title: 'BY', cell: ({ by, trigger }) => by || trigger },
    { title: 'WHY', cell: ({ reason }) => reason },
  ]
}
