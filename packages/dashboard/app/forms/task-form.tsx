// Makes or changes a scheduled task, and says in plain words when it will run while the schedule is typed.
import type { Overlap, Task } from '@levelrail/contract/schemas/tasks.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { scheduleQuery } from '../api/task-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { exactUtc } from '../ui/relative-time.tsx'
import { DialogForm } from './form.tsx'

const overlapOptions: { value: Overlap; label: string }[] = [
  { value: 'skip', label: 'Skip the new run' },
  { value: 'queue', label: 'Let the new run wait' },
  { value: 'replace', label: 'Stop the old run' },
]
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function TaskForm({ app, task, onClose }: { app: string; task?: Task; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(task?.name ?? '')
  const [schedule, setSchedule] = useState(task?.schedule ?? '0 3 * * *')
  const [zone, setZone] = useState(task?.time_zone ?? ownZone ?? 'UTC')
  const [words, setWords] = useState(task?.command.join('\n') ?? '')
  const [overlap, setOverlap] = useState<Overlap>(task?.overlap ?? 'skip')
  const [timeout, setTimeout] = useState(task?.timeout ?? '1h')
  const [isEnabled, setEnabled] = useState(task?.enabled ?? true)
  const preview = useQuery(scheduleQuery(schedule, zone))
  const done = () => {
    onClose()
    return queryClient.invalidateQueries({ queryKey: keys.apps })
  }
  const save = useMutation({
    mutationFn: () => {
      const command = words.split('\n').filter((word) => word !== '')
      const fields = { schedule, time_zone: zone, command, overlap, timeout, enabled: isEnabled }
      return task
        ? api.taskUpdate({ params: { name: app, task: task.name }, body: fields })
        : api.taskCreate({ params: { name: app }, body: { name, ...fields } })
    },
    onSuccess: done,
  })
  const remove = useMutation({
    mutationFn: () => api.taskDelete({ params: { name: app, task: task?.name ?? '' } }),
    onSuccess: done,
  })
  return (
    <Dialog title={task ? `Task ${task.name}` : 'New task'} shape="drawer" onClose={onClose}>
      <DialogForm
        act={task ? 'save the task' : 'add the task'}
        submit={task ? 'Save' : 'Add the task'}
        error={save.error ?? remove.error}
        pending={save.isPending}
        onSubmit={() => save.mutate()}
        onCancel={onClose}
      >
        {!task && (
          <TextField
            label="Name"
            required
            maxLength={40}
            pattern="[a-z]([a-z0-9\-]*[a-z0-9])?"
            value={name}
            placeholder="nightly-clean"
            hint="Lower-case letters, digits and -."
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <TextField
          label="Schedule"
          mono
          required
          maxLength={200}
          spellCheck={false}
          value={schedule}
          error={preview.error?.message}
          hint="Minute, hour, day of month, month, day of week. * is every, */15 is every fifteenth, 1-5 a range."
          onChange={(event) => setSchedule(event.target.value)}
        />
        <TextField
          label="Time zone"
          required
          maxLength={64}
          value={zone}
          hint="An IANA name, such as Europe/Berlin or UTC."
          onChange={(event) => setZone(event.target.value)}
        />
        {preview.data && (
          <div role="status" className="grid gap-1 rounded-md border border-line bg-page px-3 py-2">
            <p>
              Runs <strong className="font-strong">{preview.data.words}</strong>, {zone} time.
            </p>
            <p className="text-small text-muted">
              Next: {preview.data.next_runs.slice(0, 3).map(exactUtc).join(', ') || 'not within five years'}
            </p>
          </div>
        )}
        <TextAreaField
          label="Command"
          required
          rows={4}
          value={words}
          placeholder={'bin/clean\n--all'}
          hint="One word a line, run as it stands: no shell. For a shell: /bin/sh, then -c, then the line."
          onChange={(event) => setWords(event.target.value)}
        />
        <SelectField
          label="When the run before has not ended"
          value={overlap}
          options={overlapOptions}
          onChange={setOverlap}
        />
        <TextField
          label="Longest run"
          required
          maxLength={12}
          value={timeout}
          hint="Such as 90s, 10m or 2h; it is stopped after that."
          onChange={(event) => setTimeout(event.target.value)}
        />
        <Choice
          type="checkbox"
          label="Turned on"
          hint="A task that is turned off can still be run by hand."
          checked={isEnabled}
          onChange={(event) => setEnabled(event.target.checked)}
        />
        {task && (
          <div>
            <Button look="destroy" pending={remove.isPending} onClick={() => remove.mutate()}>
              Delete the task and its history
            </Button>
          </div>
        )}
      </DialogForm>
    </Dialog>
  )
}
