// Scheduled tasks of the app: when each runs next, how it went last, run it now, and its history.
import type { Task } from '@levelrail/contract/schemas/tasks.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { tasksQuery } from '../api/task-queries.ts'
import { can } from '../can.ts'
import { Failure } from '../components/failure.tsx'
import { RunOutcomeBadge, TaskHistory } from '../components/task-history.tsx'
import { TaskForm } from '../forms/task-form.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { exactUtc, RelativeTime } from '../ui/relative-time.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'

const route = getRouteApi('/shell/apps/$name')

type Open = { act: 'new' } | { act: 'edit' | 'history'; task: Task }

export function AppTasks() {
  const { name } = route.useParams()
  const who = useIdentity()
  const queryClient = useQueryClient()
  const { data: tasks, error, refetch } = useQuery(tasksQuery(name))
  const [open, setOpen] = useState<Open>()
  const run = useMutation({
    mutationFn: (task: string) => api.taskRun({ params: { name, task } }),
    onSuccess: (_, task) => toast(`${task} runs`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.apps }),
  })
  const mayEdit = can.editApps(who)
  const add = (
    <Button
      look="primary"
      disabled={!mayEdit}
      title={mayEdit ? undefined : 'Needs the ability write'}
      onClick={() => setOpen({ act: 'new' })}
    >
      <Plus className="size-3.5" aria-hidden="true" />
      Add a task
    </Button>
  )
  const columns: readonly Column<Task>[] = [
    {
      title: 'Task',
      cell: (task) => (
        <button
          type="button"
          className="cursor-pointer rounded-sm font-strong hover:underline"
          onClick={() => setOpen({ act: 'history', task })}
        >
          {task.name}
        </button>
      ),
    },
    {
      title: 'Runs',
      cell: ({ schedule_words, time_zone, schedule }) => (
        <span title={schedule}>
          {schedule_words} <span className="text-faint">{time_zone}</span>
        </span>
      ),
    },
    {
      title: 'Next',
      cell: ({ next_runs, idle_reason }) =>
        idle_reason ? (
          <span className="text-warn">{idle_reason}</span>
        ) : (
          <span title={next_runs.map(exactUtc).join('\n')}>
            <RelativeTime at={next_runs[0] ?? null} />
          </span>
        ),
    },
    {
      title: 'Last run',
      cell: ({ last_run }) =>
        last_run ? (
          <span className="flex items-center gap-2">
            <RunOutcomeBadge run={last_run} />
            <RelativeTime at={last_run.created_at} />
          </span>
        ) : (
          <span className="text-faint">never</span>
        ),
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-px text-right whitespace-nowrap',
      cell: (task) => (
        <span className="inline-flex gap-1 max-list:-ml-2">
          <Button
            look="ghost"
            className="h-6! px-2!"
            aria-label={`Run ${task.name} now`}
            disabled={!can.deploy(who)}
            pending={run.isPending && run.variables === task.name}
            onClick={() => run.mutate(task.name)}
          >
            Run now
          </Button>
          <Button
            look="ghost"
            className="h-6! px-2!"
            aria-label={`History of ${task.name}`}
            onClick={() => setOpen({ act: 'history', task })}
          >
            History
          </Button>
          <Button
            look="ghost"
            className="h-6! px-2!"
            aria-label={`Edit ${task.name}`}
            disabled={!mayEdit}
            onClick={() => setOpen({ act: 'edit', task })}
          >
            Edit
          </Button>
        </span>
      ),
    },
  ]
  const close = () => setOpen(undefined)
  return (
    <section aria-label="Tasks" className="grid gap-3 pt-4">
      {tasks && tasks.length > 0 && (
        <div className="flex flex-wrap items-start justify-between gap-3 px-6 max-shell:px-4">
          <p className="max-w-xl text-muted">
            Commands on a schedule, each in a container of its own with the image and variables of what runs.
          </p>
          {add}
        </div>
      )}
      {(error || run.error) && (
        <div className="px-6 max-shell:px-4">
          <Failure
            error={error ?? run.error}
            act={error ? 'load the tasks' : 'run the task'}
            {...(error ? { onRetry: () => void refetch() } : {})}
          />
        </div>
      )}
      {tasks?.length === 0 ? (
        <EmptyState
          icon={<CalendarClock className="size-5" />}
          title="No scheduled tasks"
          body="A task runs a command on a schedule, in a container of its own with the image and variables of this app."
          action={add}
        />
      ) : (
        (tasks || !error) && <Table label="Tasks" columns={columns} rows={tasks} rowKey={(task) => task.id} />
      )}
      {open?.act === 'new' && <TaskForm app={name} onClose={close} />}
      {open?.act === 'edit' && <TaskForm app={name} task={open.task} onClose={close} />}
      {open?.act === 'history' && <TaskHistory app={name} task={open.task.name} onClose={close} />}
    </section>
  )
}
