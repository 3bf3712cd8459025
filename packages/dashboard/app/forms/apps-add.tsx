// Files apps that exist under a project and one of its environments, each on its own.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Project } from '@levelrail/contract/schemas/projects.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from '../api/failure.ts'
import { allAppsQuery, projectsQuery, useEnvironments } from '../api/project-queries.ts'
import { keys } from '../api/queries.ts'
import { Failure } from '../components/failure.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, SelectField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import { moveApp } from './app-move.tsx'
import { DialogForm } from './form.tsx'

interface AppsAddProps {
  project: Project
  /** Chosen beforehand, from the page of that environment. */
  environmentId?: string
  onClose: () => void
}

export function AppsAdd({ project, environmentId = '', onClose }: AppsAddProps) {
  const queryClient = useQueryClient()
  const { data: apps, error } = useQuery(allAppsQuery({}))
  const { data: projects = [] } = useQuery(projectsQuery)
  const { data: environments = [] } = useEnvironments(project.id)
  const [search, setSearch] = useState('')
  const [environment, setEnvironment] = useState(environmentId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const isThere = (app: App) =>
    app.project_id === project.id && (environmentId === '' || app.environment_id === environmentId)
  const others = apps?.filter((app) => !isThere(app)) ?? []
  const shown = others.filter(({ name }) => name.includes(search.trim().toLowerCase()))
  const add = useMutation({
    mutationFn: () =>
      Promise.all(
        others
          .filter(({ name }) => chosen.has(name))
          .map((app) =>
            moveApp(app.name, app, { project_id: project.id, environment_id: environment }).then(
              () => undefined,
              (reason: unknown) => `${app.name}: ${describeFailure(reason, 'move it').detail}`,
            ),
          ),
      ).then((reasons) => reasons.filter((reason) => reason !== undefined)),
    onSuccess: (failures) => {
      if (failures.length > 0) return
      onClose()
      toast(chosen.size === 1 ? '1 app was added' : `${chosen.size} apps were added`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.apps }),
  })
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
  }
  const placeOf = (app: App) => {
    const place = projects.find(({ id }) => id === app.project_id)
    return place?.id === project.id ? 'in this project' : place ? `now in ${place.name}` : undefined
  }
  return (
    <Dialog title={`Add apps to ${project.name}`} onClose={onClose}>
      <DialogForm
        act="add the apps"
        submit={chosen.size === 0 ? 'Add' : chosen.size === 1 ? 'Add 1 app' : `Add ${chosen.size} apps`}
        error={add.error}
        pending={add.isPending}
        disabled={chosen.size === 0}
        onSubmit={() => add.mutate()}
        onCancel={onClose}
      >
        {error && <Failure error={error} act="load the apps" />}
        {environments.length > 0 && (
          <SelectField
            label="Environment"
            value={environment}
            options={[
              { value: '', label: 'None' },
              ...environments.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setEnvironment}
          />
        )}
        {others.length > 8 && (
          <TextField label="Search" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        )}
        <fieldset className="grid max-h-72 gap-2 overflow-y-auto">
          <legend className="pb-2 font-strong">Apps</legend>
          {shown.map((app) => (
            <Choice
              key={app.name}
              type="checkbox"
              label={app.name}
              hint={placeOf(app)}
              checked={chosen.has(app.name)}
              onChange={() => toggle(app.name)}
            />
          ))}
          {apps && shown.length === 0 && (
            <p className="text-muted">{others.length === 0 ? 'Every app is here already.' : 'None by that name.'}</p>
          )}
        </fieldset>
        <p className="text-muted">
          No container is touched. What an app shares here comes with its next deploy or restart.
        </p>
        {add.data && add.data.length > 0 && (
          <Notice tone="bad" title={`${add.data.length} could not be added`}>
            <ul>
              {add.data.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </Notice>
        )}
      </DialogForm>
    </Dialog>
  )
}
