// A project, and one of its environments: where an app is filed.
import type { Organization, Project } from '@levelrail/contract/schemas/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { organizationsQuery, projectsQuery, useEnvironments } from '../api/project-queries.ts'
import { SelectField } from '../ui/field.tsx'

export interface Place {
  project_id: string
  environment_id: string
}

interface PlaceFieldsProps {
  place: Place
  onChange: (place: Place) => void
  disabled?: boolean
  errorAt?: (field: keyof Place) => string | undefined
}

export function PlaceFields({ place, onChange, disabled = false, errorAt }: PlaceFieldsProps) {
  const projects = useProjectOptions()
  const { data: environments = [] } = useEnvironments(place.project_id)
  const hasNone = place.project_id !== '' && environments.length === 0
  return (
    <div className="grid grid-cols-2 gap-4 max-list:grid-cols-1">
      <SelectField
        label="Project"
        value={place.project_id}
        options={known([{ value: '', label: 'None' }, ...projects], place.project_id)}
        disabled={disabled}
        error={errorAt?.('project_id')}
        onChange={(project_id) => onChange({ project_id, environment_id: '' })}
      />
      <SelectField
        label="Environment"
        value={place.environment_id}
        options={known(
          [
            { value: '', label: 'None' },
            ...environments.map(({ id, name, protected: isProtected }) => ({
              value: id,
              label: isProtected ? `${name} (protected)` : name,
            })),
          ],
          place.environment_id,
        )}
        disabled={disabled || place.project_id === ''}
        hint={place.project_id === '' ? 'Of a project.' : hasNone && 'The project has none yet.'}
        error={errorAt?.('environment_id')}
        onChange={(environment_id) => onChange({ ...place, environment_id })}
      />
    </div>
  )
}

interface Option {
  value: string
  label: string
}

/** While it is read, or when it is gone, what is chosen stays to be seen. */
function known(options: Option[], chosen: string): Option[] {
  return options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }]
}

export function useProjectOptions(): Option[] {
  const { data: projects = [] } = useQuery(projectsQuery)
  const { data: organizations = [] } = useQuery(organizationsQuery)
  return projectOptions(projects, organizations)
}

/** With the organization in front, and the id behind where that still does not tell two apart. */
export function projectOptions(projects: readonly Project[], organizations: readonly Organization[]): Option[] {
  const labelled = projects.map(({ id, name, org_id }) => {
    const organization = organizations.find((other) => other.id === org_id)
    return { value: id, label: organization ? `${organization.name} / ${name}` : name }
  })
  const isTwice = (label: string) => labelled.filter((other) => other.label === label).length > 1
  return labelled
    .map(({ value, label }) => ({ value, label: isTwice(label) ? `${label} (${value})` : label }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}
