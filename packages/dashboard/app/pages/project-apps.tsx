// The apps of a project, all or of one environment, with the ways to bring more and to move them on.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Box, Plus } from 'lucide-react'
import { useState } from 'react'
import { allAppsQuery, projectQuery, useEnvironments } from '../api/project-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Failure } from '../components/failure.tsx'
import { MemberTable } from '../components/member-table.tsx'
import { AppsAdd } from '../forms/apps-add.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField } from '../ui/field.tsx'

const route = getRouteApi('/shell/projects/$projectId/')

export function ProjectApps() {
  const { projectId } = route.useParams()
  const { environment } = route.useSearch()
  const navigate = route.useNavigate()
  const who = useIdentity()
  const { data: project } = useQuery(projectQuery(projectId))
  const { data: apps, error, refetch } = useQuery(allAppsQuery({ project_id: projectId }))
  const { data: environments = [] } = useEnvironments(projectId)
  const [isAdding, setAdding] = useState(false)
  const acts = can.editProjects(who) && (
    <>
      <Button onClick={() => setAdding(true)}>Add apps</Button>
      <Link to={paths.appNew} search={{ project: projectId }} className={buttonClass('primary')}>
        <Plus className="size-3.5" aria-hidden="true" />
        New app
      </Link>
    </>
  )
  const shown = apps?.filter((app) => isIn(app, environment))
  return (
    <>
      {error && (
        <div className="px-6 pt-4 max-shell:px-4">
          <Failure error={error} act="load the apps" onRetry={() => void refetch()} />
        </div>
      )}
      {apps?.length === 0 ? (
        <EmptyState
          icon={<Box className="size-4" aria-hidden="true" />}
          title="No apps in this project"
          body="File apps here to give them the project’s variables and to stop, start and restart them together."
          action={acts && <div className="flex flex-wrap justify-center gap-2">{acts}</div>}
        />
      ) : (
        (apps || !error) && (
          <>
            <div className="flex flex-wrap items-end justify-between gap-3 px-6 py-3 max-shell:px-4">
              {environments.length > 0 && (
                <SelectField
                  label="Environment"
                  className="w-48 max-list:w-full"
                  value={environment ?? 'any'}
                  options={[
                    { value: 'any', label: 'Any' },
                    ...environments.map(({ id, name }) => ({ value: id, label: name })),
                    { value: 'none', label: 'In none' },
                  ]}
                  onChange={(chosen) =>
                    void navigate({ search: chosen === 'any' ? {} : { environment: chosen }, replace: true })
                  }
                />
              )}
              {acts && <div className="ml-auto flex flex-wrap gap-2">{acts}</div>}
            </div>
            {shown?.length === 0 ? (
              <p className="px-6 py-6 text-muted max-shell:px-4">No app of the project is in this environment.</p>
            ) : (
              <MemberTable label="Apps" apps={shown} hasEnvironment={environments.length > 0} />
            )}
          </>
        )
      )}
      {isAdding && project && <AppsAdd project={project} onClose={() => setAdding(false)} />}
    </>
  )
}

function isIn(app: App, environment: string | undefined): boolean {
  return environment === undefined || app.environment_id === (environment === 'none' ? '' : environment)
}
