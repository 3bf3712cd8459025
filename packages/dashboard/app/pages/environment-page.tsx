// One environment of a project: the apps in it, and the variables that it shares with them.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { GitCompare } from 'lucide-react'
import { useState } from 'react'
import { allAppsQuery, environmentQuery, projectQuery, useEnvironments } from '../api/project-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { ProtectedBadge } from '../components/app-place.tsx'
import { Failure } from '../components/failure.tsx'
import { MemberTable } from '../components/member-table.tsx'
import { AppsAdd } from '../forms/apps-add.tsx'
import { EnvironmentActs } from '../forms/environment-acts.tsx'
import { SharedVariables } from '../forms/shared-variables.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'

const route = getRouteApi('/shell/projects/$projectId/environments/$environmentId')

export function EnvironmentPage() {
  const { projectId, environmentId } = route.useParams()
  const who = useIdentity()
  const { data: environment, error, refetch } = useQuery(environmentQuery(environmentId))
  const { data: project } = useQuery(projectQuery(projectId))
  const { data: members } = useQuery(allAppsQuery({ project_id: projectId }))
  const { data: others = [] } = useEnvironments(projectId)
  const [isAdding, setAdding] = useState(false)
  const apps = members?.filter(({ environment_id }) => environment_id === environmentId)
  if (!environment)
    return (
      error && (
        <div className="px-6 py-4 max-shell:px-4">
          <Failure error={error} act="load the environment" onRetry={() => void refetch()} />
        </div>
      )
    )
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-6 py-4 max-shell:px-4">
        <div className="grid min-w-0 gap-1">
          <h2 className="flex flex-wrap items-center gap-2 font-strong wrap-anywhere">
            {environment.name}
            {environment.protected && <ProtectedBadge />}
          </h2>
          <p className="text-muted">
            {environment.protected
              ? 'Deploys and rollbacks of its apps need a confirmation.'
              : 'Deploys and rollbacks of its apps need no confirmation.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {others.length > 1 && (
            <Link
              to={paths.environmentCompare}
              params={{ projectId }}
              search={{ a: environmentId }}
              className={buttonClass('secondary')}
            >
              <GitCompare className="size-3.5" aria-hidden="true" />
              Compare
            </Link>
          )}
          {can.editProjects(who) && <Button onClick={() => setAdding(true)}>Add apps</Button>}
          <EnvironmentActs environment={environment} apps={apps ?? []} />
        </div>
      </header>
      {apps?.length === 0 ? (
        <p className="px-6 pb-5 text-muted max-shell:px-4">No app is in it yet.</p>
      ) : (
        <MemberTable label={`Apps of ${environment.name}`} apps={apps} />
      )}
      <SharedVariables tier="environment" owner={environment} apps={apps?.map(({ name }) => name)} />
      {isAdding && project && (
        <AppsAdd project={project} environmentId={environmentId} onClose={() => setAdding(false)} />
      )}
    </>
  )
}
