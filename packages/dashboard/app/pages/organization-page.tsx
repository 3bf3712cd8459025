// One organization: its projects, and the variables that it shares with all apps in them.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { allAppsQuery, environmentsQuery, organizationQuery, projectsQuery } from '../api/project-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { ProjectTable } from '../components/project-table.tsx'
import { ProjectCreate } from '../forms/group-create.tsx'
import { GroupDelete, MembersWords } from '../forms/group-delete.tsx'
import { SharedVariables } from '../forms/shared-variables.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'

const route = getRouteApi('/shell/projects/organizations/$orgId')

export function OrganizationPage() {
  const { orgId } = route.useParams()
  const who = useIdentity()
  const navigate = useNavigate()
  const { data: organization, error, refetch } = useQuery(organizationQuery(orgId))
  const { data: allProjects } = useQuery(projectsQuery)
  const { data: environments = [] } = useQuery(environmentsQuery)
  const { data: apps } = useQuery(allAppsQuery({}))
  const [open, setOpen] = useState<'create' | 'delete'>()
  const close = () => setOpen(undefined)
  const projects = allProjects?.filter(({ org_id }) => org_id === orgId)
  const members = projects && apps?.filter(({ project_id }) => projects.some(({ id }) => id === project_id))
  if (!organization)
    return (
      error && (
        <div className="max-w-2xl p-6 max-shell:p-4">
          <Failure error={error} act="load the organization" onRetry={() => void refetch()} />
        </div>
      )
    )
  return (
    <>
      <PageHeader
        title={organization.name}
        action={
          can.editProjects(who) && (
            <>
              <Button look="danger" onClick={() => setOpen('delete')}>
                Delete
              </Button>
              <Button look="primary" onClick={() => setOpen('create')}>
                <Plus className="size-3.5" aria-hidden="true" />
                New project
              </Button>
            </>
          )
        }
      >
        An organization: its variables reach every app of its projects.
      </PageHeader>
      {projects?.length === 0 ? (
        <p className="px-6 pb-5 text-muted max-shell:px-4">
          No project is in it yet. An existing one is moved here from its settings.
        </p>
      ) : (
        <ProjectTable
          label={`Projects of ${organization.name}`}
          projects={projects}
          environments={environments}
          apps={apps}
        />
      )}
      <SharedVariables tier="organization" owner={organization} apps={members?.map(({ name }) => name)} />
      {open === 'create' && <ProjectCreate orgId={orgId} onClose={close} />}
      {open === 'delete' && (
        <GroupDelete
          kind="organization"
          group={organization}
          members={<MembersWords what="project" names={projects?.map(({ name }) => name) ?? []} />}
          onCancel={close}
          onDeleted={() => navigate({ to: paths.projects, ignoreBlocker: true })}
        />
      )}
    </>
  )
}
