// What a guard of deploys is for: everything, or one project, environment or app, chosen by name.
import type { FreezeScope } from '@levelrail/contract/schemas/guards.ts'
import { useQuery } from '@tanstack/react-query'
import { allAppsQuery, environmentsQuery, projectsQuery } from '../api/project-queries.ts'
import { SelectField } from '../ui/field.tsx'

const words: Record<FreezeScope, string> = {
  all: 'All apps',
  project: 'A project',
  environment: 'An environment',
  app: 'One app',
}

interface ScopeFieldsProps<S extends FreezeScope> {
  scope: S
  scopeId: string
  scopes: readonly S[]
  /** Nothing is chosen beforehand. */
  isChoiceNeeded?: boolean
  onChange: (scope: S, scopeId: string) => void
}

export function ScopeFields<S extends FreezeScope>(props: ScopeFieldsProps<S>) {
  const { scope, scopeId, scopes, isChoiceNeeded = false, onChange } = props
  const { data: projects } = useQuery(projectsQuery)
  const { data: environments } = useQuery(environmentsQuery)
  const { data: apps } = useQuery(allAppsQuery({}))
  const projectName = (id: string) => projects?.find((project) => project.id === id)?.name ?? id
  const choices: Record<FreezeScope, { value: string; label: string }[]> = {
    all: [],
    project: projects?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    environment:
      environments?.map(({ id, name, project_id }) => ({ value: id, label: `${projectName(project_id)} / ${name}` })) ??
      [],
    app: apps?.map(({ name }) => ({ value: name, label: name })) ?? [],
  }
  const none = { value: '', label: choices[scope].length > 0 ? 'Choose one' : 'There is none yet' }
  const options = isChoiceNeeded || choices[scope].length === 0 ? [none, ...choices[scope]] : choices[scope]
  return (
    <div className="grid grid-cols-2 gap-3 max-list:grid-cols-1">
      <SelectField
        label="For"
        value={scope}
        options={scopes.map((value) => ({ value, label: words[value] }))}
        onChange={(next) => onChange(next, isChoiceNeeded ? '' : (choices[next][0]?.value ?? ''))}
      />
      {scope !== 'all' && (
        <SelectField label="Which" value={scopeId} options={options} onChange={(id) => onChange(scope, id)} />
      )}
    </div>
  )
}
