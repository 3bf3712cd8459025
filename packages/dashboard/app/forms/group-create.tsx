// Dialogs that make an organization, a project or an environment. Names are for people and need not be unique.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { organizationsQuery } from '../api/project-queries.ts'
import { keys } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, SelectField, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'

export function OrganizationCreate({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => api.organizationCreate({ body: { name: name.trim() } }),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: keys.organizations })
      toast(`${made.name} was created`)
      onClose()
    },
  })
  return (
    <Dialog title="New organization" onClose={onClose}>
      <DialogForm
        act="create the organization"
        submit="Create"
        error={create.error}
        pending={create.isPending}
        onSubmit={() => create.mutate()}
        onCancel={onClose}
      >
        <p className="text-muted">Holds projects, and shares variables with all apps in them.</p>
        <NameField value={name} onChange={setName} placeholder="Acme" />
      </DialogForm>
    </Dialog>
  )
}

export function ProjectCreate({ orgId = '', onClose }: { orgId?: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: organizations = [] } = useQuery(organizationsQuery)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState(orgId)
  /** Kept when only the second step failed, so that another try makes no second project. */
  const [madeId, setMadeId] = useState<string>()
  const create = useMutation({
    mutationFn: async () => {
      const id = madeId ?? (await api.projectCreate({ body: { name: name.trim() } })).id
      setMadeId(id)
      if (chosen) await api.projectMove({ params: { id }, body: { org_id: chosen } })
      return id
    },
    onSuccess: async (projectId) => {
      onClose()
      await navigate({ to: paths.project, params: { projectId } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.projects }),
  })
  return (
    <Dialog title="New project" onClose={onClose}>
      <DialogForm
        act={madeId ? 'file the project, which was created, under its organization' : 'create the project'}
        submit="Create"
        error={create.error}
        pending={create.isPending}
        onSubmit={() => create.mutate()}
        onCancel={onClose}
      >
        <NameField value={name} onChange={setName} placeholder="Shop" disabled={madeId !== undefined} />
        {organizations.length > 0 && (
          <SelectField
            label="Organization"
            value={chosen}
            options={[
              { value: '', label: 'None' },
              ...organizations.map((organization) => ({ value: organization.id, label: organization.name })),
            ]}
            onChange={setChosen}
          />
        )}
      </DialogForm>
    </Dialog>
  )
}

export function EnvironmentCreate({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [isProtected, setProtected] = useState(false)
  const create = useMutation({
    mutationFn: () =>
      api.environmentCreate({ params: { id: projectId }, body: { name: name.trim(), protected: isProtected } }),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: keys.environments })
      toast(`${made.name} was created`)
      onClose()
    },
  })
  return (
    <Dialog title="New environment" onClose={onClose}>
      <DialogForm
        act="create the environment"
        submit="Create"
        error={create.error}
        pending={create.isPending}
        onSubmit={() => create.mutate()}
        onCancel={onClose}
      >
        <NameField value={name} onChange={setName} placeholder="staging" />
        <Choice
          type="checkbox"
          label="Protected"
          hint="Deploys and rollbacks of its apps then ask for a confirmation."
          checked={isProtected}
          onChange={(event) => setProtected(event.target.checked)}
        />
      </DialogForm>
    </Dialog>
  )
}

interface NameFieldProps {
  value: string
  onChange: (name: string) => void
  placeholder: string
  disabled?: boolean
}

function NameField({ value, onChange, placeholder, disabled = false }: NameFieldProps) {
  return (
    <TextField
      label="Name"
      required
      maxLength={100}
      pattern=".*\S.*"
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
