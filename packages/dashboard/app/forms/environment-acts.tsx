// The acts on an environment, in its row and on its page. What the person may not do is not there.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Environment } from '@levelrail/contract/schemas/projects.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { GroupDelete, MembersWords } from './group-delete.tsx'

interface EnvironmentActsProps {
  environment: Environment
  /** Those that are in it. */
  apps: readonly App[]
  isSmall?: boolean
}

export function EnvironmentActs({ environment, apps, isSmall = false }: EnvironmentActsProps) {
  const who = useIdentity()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'protect' | 'delete'>()
  const close = () => setOpen(undefined)
  const [mayEdit, mayClone] = [can.editProjects(who), can.deploy(who)]
  if (!mayEdit && !mayClone) return null
  const { id, name, project_id: projectId } = environment
  const look = isSmall ? ({ look: 'ghost', className: 'h-6! px-2!' } as const) : {}
  const protect = environment.protected ? 'Unprotect' : 'Protect'
  return (
    <span className={isSmall ? 'inline-flex gap-1 max-list:-ml-2' : 'flex flex-wrap gap-2'}>
      {mayClone && (
        <Link
          to={paths.environmentClone}
          params={{ projectId, environmentId: id }}
          aria-label={`Clone ${name}`}
          className={isSmall ? buttonClass('ghost', 'h-6! px-2!') : buttonClass('secondary')}
        >
          Clone
        </Link>
      )}
      {mayEdit && (
        <>
          <Button {...look} aria-label={`${protect} ${name}`} onClick={() => setOpen('protect')}>
            {protect}
          </Button>
          <Button {...look} aria-label={`Delete ${name}`} onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </>
      )}
      {open === 'protect' && <ProtectDialog environment={environment} onClose={close} />}
      {open === 'delete' && (
        <GroupDelete
          kind="environment"
          group={{ id, name }}
          members={<MembersWords what="app" names={apps.map((app) => app.name)} />}
          onCancel={close}
          onDeleted={async () => {
            close()
            await navigate({ to: paths.projectEnvironments, params: { projectId }, ignoreBlocker: true })
          }}
        />
      )}
    </span>
  )
}

function ProtectDialog({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { id, name, protected: isProtected } = environment
  const change = useMutation({
    mutationFn: () => api.environmentUpdate({ params: { id }, body: { protected: !isProtected } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.environments })
      toast(isProtected ? `${name} is no longer protected` : `${name} is protected`)
      onClose()
    },
  })
  const word = isProtected ? 'Unprotect' : 'Protect'
  return (
    <Dialog title={`${word} ${name}`} onClose={onClose}>
      <DialogForm
        act={`${word.toLowerCase()} the environment`}
        submit={word}
        isDangerous={isProtected}
        error={change.error}
        pending={change.isPending}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <p>
          {isProtected
            ? 'Deploys and rollbacks of its apps will start without a confirmation.'
            : 'Deploys and rollbacks of its apps will need a confirmation, here and with tokens. Restarts, and what the platform does by itself, will not.'}
        </p>
      </DialogForm>
    </Dialog>
  )
}
