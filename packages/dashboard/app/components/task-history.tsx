// The runs of a task, newest first; one that is chosen shows what it wrote.
import type { RunOutcome, TaskRun } from '@levelrail/contract/schemas/tasks.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { taskRunQuery, taskRunsQuery } from '../api/task-queries.ts'
import { can } from '../can.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody } from '../ui/dialog.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { Tone } from '../ui/status-mark.tsx'
import { spanWords } from './app-state.ts'
import { Failure } from './failure.tsx'

const tones: Record<RunOutcome, Tone> = {
  succeeded: 'ok',
  failed: 'bad',
  timed_out: 'bad',
  lost: 'bad',
  canceled: 'stopped',
  skipped: 'stopped',
  missed: 'held',
}

export function RunOutcomeBadge({ run }: { run: Pick<TaskRun, 'outcome' | 'status'> }) {
  const tone = run.outcome ? tones[run.outcome] : run.status === 'running' ? 'working' : 'held'
  return <Badge tone={tone}>{(run.outcome ?? run.status).replace('_', ' ')}</Badge>
}

interface TaskHistoryProps {
  app: string
  task: string
  onClose: () => void
}

export function TaskHistory({ app, task, onClose }: TaskHistoryProps) {
  const { data: runs, error } = useQuery(taskRunsQuery(app, task))
  const [chosen, setChosen] = useState<string>()
  const shown = chosen ?? runs?.[0]?.id
  return (
    <Dialog title={`Runs of ${task}`} shape="drawer" onClose={onClose}>
      <DialogBody>
        {error && <Failure error={error} act="load the runs" />}
        {runs?.length === 0 && <p className="text-muted">It never ran.</p>}
        {shown && <RunOutput app={app} task={task} runId={shown} />}
        <ul aria-label="Runs" className="grid">
          {runs?.map((run) => (
            <li key={run.id}>
              <button
                type="button"
                aria-pressed={run.id === shown}
                onClick={() => setChosen(run.id)}
                className="flex w-full cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover aria-pressed:bg-hover"
              >
                <RunOutcomeBadge run={run} />
                <span className="min-w-0 flex-1 truncate text-muted">{run.reason || run.by || 'by the schedule'}</span>
                <RelativeTime at={run.created_at} />
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}

function RunOutput({ app, task, runId }: { app: string; task: string; runId: string }) {
  const who = useIdentity()
  const queryClient = useQueryClient()
  const { data: run } = useQuery(taskRunQuery(app, task, runId))
  const cancel = useMutation({
    mutationFn: () => api.taskRunCancel({ params: { name: app, task, runId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.apps }),
  })
  if (!run) return null
  return (
    <section aria-label="Run" className="grid gap-2 border-b border-line pb-4">
      <div className="flex flex-wrap items-center gap-3">
        <RunOutcomeBadge run={run} />
        {run.exit_code !== null && <code>exit {run.exit_code}</code>}
        {run.started_at && run.finished_at && (
          <code>{spanWords(Date.parse(run.finished_at) - Date.parse(run.started_at))}</code>
        )}
        {run.status !== 'ended' && (
          <Button disabled={!can.deploy(who)} pending={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        )}
      </div>
      {run.reason && <p className="text-muted">{run.reason}</p>}
      {cancel.error && <Failure error={cancel.error} act="cancel the run" />}
      <pre className="max-h-80 overflow-auto rounded-md border border-line bg-page p-3 font-mono text-small whitespace-pre-wrap">
        {run.output || (run.status === 'ended' ? 'It wrote nothing.' : 'What it writes is shown when it has ended.')}
      </pre>
    </section>
  )
}
