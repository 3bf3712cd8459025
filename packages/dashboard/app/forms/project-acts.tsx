// Stop, start and restart of a whole project: asks first, then tells of every member how it went.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { BulkResult, Project } from '@levelrail/contract/schemas/projects.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { DialogForm } from './form.tsx'

const acts = {
  start: {
    call: api.projectStart,
    icon: Play,
    word: 'Start',
    done: 'will start',
    failed: 'could not be started',
    about: 'Starts those that are stopped; the others go on as they are.',
  },
  restart: {
    call: api.projectRestart,
    icon: RotateCw,
    word: 'Restart',
    done: 'will restart',
    failed: 'could not be restarted',
    about: 'Each gets new containers with its settings and variables as they are now, and the image that runs.',
  },
  stop: {
    call: api.projectStop,
    icon: Square,
    word: 'Stop',
    done: 'will stop',
    failed: 'could not be stopped',
    about: 'Their containers go, and nothing answers until they are started again. All else stays.',
  },
} as const
type Act = keyof typeof acts

export function ProjectActs({ project, apps }: { project: Project; apps: readonly App[] }) {
  const who = useIdentity()
  const [open, setOpen] = useState<Act>()
  if (!can.deploy(who) || apps.length === 0) return null
  return (
    <>
      {(Object.keys(acts) as Act[]).map((act) => {
        const { icon: Icon, word } = acts[act]
        return (
          <Button key={act} onClick={() => setOpen(act)}>
            <Icon className="size-3.5 max-list:hidden" aria-hidden="true" />
            {word} all
          </Button>
        )
      })}
      {open && <BulkDialog act={open} project={project} apps={apps} onClose={() => setOpen(undefined)} />}
    </>
  )
}

interface BulkDialogProps {
  act: Act
  project: Project
  apps: readonly App[]
  onClose: () => void
}

function BulkDialog({ act, project, apps, onClose }: BulkDialogProps) {
  const queryClient = useQueryClient()
  const { call, word, about } = acts[act]
  const bulk = useMutation({
    mutationFn: () => call({ params: { id: project.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.apps }),
  })
  const title = `${word} all of ${project.name}`
  if (bulk.data)
    return (
      <Dialog title={title} onClose={onClose}>
        <BulkOutcome act={act} result={bulk.data} />
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        act={`${act} the project`}
        submit={`${word} ${apps.length === 1 ? '1 app' : `${apps.length} apps`}`}
        isDangerous={act === 'stop'}
        error={bulk.error}
        pending={bulk.isPending}
        onSubmit={() => bulk.mutate()}
        onCancel={onClose}
      >
        <p>{about}</p>
        <p className="wrap-anywhere text-muted">
          Tried one by one: <code className="text-ink">{apps.map(({ name }) => name).join(', ')}</code>
        </p>
      </DialogForm>
    </Dialog>
  )
}

function BulkOutcome({ act, result }: { act: Act; result: BulkResult }) {
  const { done, failed } = acts[act]
  const members = [
    ...result.failed_apps.map((name) => ({ name, words: failed, isDone: false })),
    ...result.succeeded_apps.map((name) => ({ name, words: done, isDone: true })),
  ]
  const count = result.failed_apps.length
  return (
    <DialogBody>
      {count > 0 && (
        <Notice tone="bad" title={`${count} of ${members.length} ${failed}`}>
          It may be gone, in another state, or not yours to touch. Its page tells more.
        </Notice>
      )}
      {members.length === 0 && <p>No app is in the project any more.</p>}
      <ul aria-label="Results" className="grid gap-1.5">
        {members.map(({ name, words, isDone }) => (
          <li key={name} className="flex items-center gap-2">
            <StatusMark tone={isDone ? 'ok' : 'bad'} />
            <Link to={paths.app} params={{ name }} className="truncate font-strong hover:underline">
              {name}
            </Link>
            <span className="text-muted">{words}</span>
          </li>
        ))}
      </ul>
    </DialogBody>
  )
}
