// The environments of a project: whether they are protected, how many apps are in each, and the way to compare two.
import type { Environment } from '@levelrail/contract/schemas/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { GitCompare, Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { allAppsQuery, useEnvironments } from '../api/project-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { ProtectedBadge } from '../components/app-place.tsx'
import { AppTones } from '../components/app-tones.tsx'
import { Failure } from '../components/failure.tsx'
import { EnvironmentActs } from '../forms/environment-acts.tsx'
import { EnvironmentCreate } from '../forms/group-create.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { type Column, Table } from '../ui/table.tsx'

const route = getRouteApi('/shell/projects/$projectId')

export function ProjectEnvironments() {
  const { projectId } = route.useParams()
  const who = useIdentity()
  const mayEdit = can.editProjects(who)
  const { data: environments, error, refetch } = useEnvironments(projectId)
  const { data: apps } = useQuery(allAppsQuery({ project_id: projectId }))
  const [isCreating, setCreating] = useState(false)
  const appsOf = ({ id }: Environment) => apps?.filter(({ environment_id }) => environment_id === id) ?? []
  const create = mayEdit && (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus className="size-3.5" aria-hidden="true" />
      New environment
    </Button>
  )
  const columns: readonly Column<Environment>[] = [
    {
      title: 'Name',
      className: 'w-[28%] max-w-80',
      cell: ({ id, name }) => (
        <Link
          to={paths.environment}
          params={{ projectId, environmentId: id }}
          title={name}
          className="block truncate font-strong hover:text-accent-text hover:underline"
        >
          {name}
        </Link>
      ),
    },
    {
      title: 'Deploys',
      cell: (environment) =>
        environment.protected ? <ProtectedBadge /> : <span className="text-faint">need no confirmation</span>,
    },
    { title: 'Apps', cell: (environment) => apps && <AppTones apps={appsOf(environment)} /> },
    { title: 'Created', cell: ({ created_at }) => <RelativeTime at={created_at} />, isMinor: true },
  ]
  const actions: Column<Environment> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-px text-right whitespace-nowrap',
    cell: (environment) => <EnvironmentActs environment={environment} apps={appsOf(environment)} isSmall />,
  }
  return (
    <>
      {error && (
        <div className="px-6 pt-4 max-shell:px-4">
          <Failure error={error} act="load the environments" onRetry={() => void refetch()} />
        </div>
      )}
      {environments?.length === 0 ? (
        <EmptyState
          icon={<Layers className="size-4" aria-hidden="true" />}
          title="No environments"
          body="An environment, such as staging or production, tags apps of the project, shares variables with them alone, and can be protected from deploys by mistake."
          action={create}
        />
      ) : (
        (environments || !error) && (
          <>
            <div className="flex flex-wrap justify-end gap-2 px-6 py-3 max-shell:px-4">
              {environments && environments.length > 1 && (
                <Link
                  to={paths.environmentCompare}
                  params={{ projectId }}
                  search={{}}
                  className={buttonClass('secondary')}
                >
                  <GitCompare className="size-3.5" aria-hidden="true" />
                  Compare
                </Link>
              )}
              {create}
            </div>
            <Table
              label="Environments"
              columns={mayEdit || can.deploy(who) ? [...columns, actions] : columns}
              rows={environments}
              rowKey={({ id }) => id}
            />
          </>
        )
      )}
      {isCreating && <EnvironmentCreate projectId={projectId} onClose={() => setCreating(false)} />}
    </>
  )
}
