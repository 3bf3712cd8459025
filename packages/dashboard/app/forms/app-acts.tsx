// The main acts on an app. What the person may not do is off, and says which ability it needs.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowUpFromLine, Copy, Ellipsis, Play, Rocket, RotateCw, Square, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { describeFailure } from '../api/failure.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { paths } from '../paths.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import { DeployDialog } from './deploy-create.tsx'
import { DialogForm } from './form.tsx'
import { RollbackDialog } from './rollback.tsx'

const icon = 'size-3.5 max-list:hidden'
const done = { start: 'is starting', restart: 'restarts with its settings as they are now', stop: 'is stopping' }
type Act = keyof typeof done

export function useAppAct(name: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (act: Act) => calls[act]({ params: { name } }),
    onSuccess: async (app, act) => {
      toast(`${app.name} ${done[act]}`)
      await queryClient.invalidateQueries({ queryKey: keys.apps })
    },
  })
}

const calls = { start: api.appStart, restart: api.appRestart, stop: api.appStop }

export function AppActs({ app, deploys }: { app: App; deploys: readonly Deploy[] }) {
  const who = useIdentity()
  const [open, setOpen] = useState<'deploy' | 'rollback' | 'stop'>()
  const act = useAppAct(app.name)
  const mayNot = can.deploy(who) ? undefined : 'Needs the ability deploy'
  const stopped = app.suspended ? 'The app is stopped: start it first' : undefined
  const isRunning = app.current_deploy_id !== null
  const hasEarlier = deploys.some((deploy) => can.rollBackTo(deploy, app))
  const close = () => setOpen(undefined)
  const busy = (which: Act) => act.isPending && act.variables === which
  return (
    <div className="grid justify-items-end gap-2 max-list:justify-items-start">
      <div className="flex flex-wrap gap-2">
        {app.suspended ? (
          <Button
            look="primary"
            disabled={!!mayNot}
            title={mayNot}
            pending={busy('start')}
            onClick={() => act.mutate('start')}
          >
            <Play className={icon} aria-hidden="true" />
            Start
          </Button>
        ) : (
          <>
            <Button disabled={!!mayNot} title={mayNot} onClick={() => setOpen('stop')}>
              <Square className={icon} aria-hidden="true" />
              Stop
            </Button>
            <Button
              disabled={!!mayNot || !isRunning}
              title={mayNot ?? (isRunning ? undefined : 'Nothing runs yet: deploy first')}
              pending={busy('restart')}
              onClick={() => act.mutate('restart')}
            >
              <RotateCw className={icon} aria-hidden="true" />
              Restart
            </Button>
          </>
        )}
        <Button
          disabled={!!mayNot || !!stopped || !hasEarlier}
          title={mayNot ?? stopped ?? (hasEarlier ? undefined : 'No earlier deploy was healthy')}
          onClick={() => setOpen('rollback')}
        >
          <Undo2 className={icon} aria-hidden="true" />
          Roll back
        </Button>
        <Button
          look={app.suspended ? 'secondary' : 'primary'}
          disabled={!!mayNot || !!stopped}
          title={mayNot ?? stopped}
          onClick={() => setOpen('deploy')}
        >
          <Rocket className={icon} aria-hidden="true" />
          Deploy
        </Button>
        <MoreActs app={app} />
      </div>
      {act.error && act.variables !== 'stop' && <ActFailure error={act.error} act={`${act.variables} the app`} />}
      {open === 'deploy' && <DeployDialog app={app} onClose={close} />}
      {open === 'rollback' && <RollbackDialog app={app} deploys={deploys} onClose={close} />}
      {open === 'stop' && (
        <Dialog title={`Stop ${app.name}`} onClose={close}>
          <DialogForm
            act="stop the app"
            submit="Stop the app"
            isDangerous
            error={act.error}
            pending={act.isPending}
            onSubmit={() => act.mutate('stop', { onSuccess: close })}
            onCancel={close}
          >
            <p>
              <strong className="font-strong">Lost at once:</strong> its containers. Nothing answers until it is started
              again.
            </p>
            <p>
              <strong className="font-strong">Stays:</strong> settings, variables, deploys and volumes.
            </p>
          </DialogForm>
        </Dialog>
      )}
    </div>
  )
}

/** What leads to a page of its own. */
function MoreActs({ app: { name } }: { app: App }) {
  const navigate = useNavigate()
  const mayClone = can.editApps(useIdentity())
  return (
    <Menu
      trigger={
        <IconButton label="More" className="border border-line">
          <Ellipsis className="size-4" aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => void navigate({ to: paths.appPromote, params: { name }, search: {} })}>
        <ArrowUpFromLine className="size-3.5" aria-hidden="true" />
        Promote to another environment
      </MenuItem>
      <MenuItem
        disabled={!mayClone}
        onSelect={() => void navigate({ to: paths.appClone, params: { name }, search: {} })}
      >
        <Copy className="size-3.5" aria-hidden="true" />
        Clone
      </MenuItem>
    </Menu>
  )
}

function ActFailure({ error, act }: { error: Error; act: string }) {
  const words = describeFailure(error, act)
  return (
    <div className="max-w-md">
      <Notice tone="bad" title={words.title}>
        {words.detail}
      </Notice>
    </div>
  )
}
