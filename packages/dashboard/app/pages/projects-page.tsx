// Every project, by organization: which environments it has, and how its apps are.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Environment, Organization, Project } from '@levelrail/contract/schemas/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Folders, Plus } from 'lucide-react'
import { useState } from 'react'
import { allAppsQuery, environmentsQuery, organizationsQuery, projectsQuery } from '../api/project-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { ProjectTable } from '../components/project-table.tsx'
import { OrganizationCreate, ProjectCreate } from '../forms/group-create.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function ProjectsPage() {
  const who = useIdentity()
  const mayEdit = can.editProjects(who)
  const projects = useQuery(projectsQuery)
  const organizations = useQuery(organizationsQuery)
  const environments = useQuery(environmentsQuery)
  const apps = useQuery(allAppsQuery({}))
  const [open, setOpen] = useState<'project' | 'organization'>()
  const close = () => setOpen(undefined)
  const failed = [projects, organizations, environments, apps].find(({ error }) => error)
  const isEmpty = projects.data?.length === 0 && organizations.data?.length === 0
  const acts = mayEdit && (
    <>
      <Button onClick={() => setOpen('organization')}>New organization</Button>
      <Button look="primary" onClick={() => setOpen('project')}>
        <Plus className="size-3.5" aria-hidden="true" />
        New project
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title="Projects" action={!isEmpty && acts}>
        Apps that belong together: they share variables, and are stopped, started and restarted as one.
      </PageHeader>
      {failed && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={failed.error} act="load the projects" onRetry={() => void failed.refetch()} />
        </div>
      )}
      {isEmpty && (
        <EmptyState
          icon={<Folders className="size-4" aria-hidden="true" />}
          title="No projects yet"
          body="A project holds apps and has environments such as staging and production. It is a label: it shares variables with its apps, and taking it away stops nothing."
          action={mayEdit && <div className="flex flex-wrap justify-center gap-2">{acts}</div>}
        />
      )}
      {!isEmpty && (projects.data || !projects.error) && (
        <Groups
          organizations={organizations.data ?? []}
          projects={projects.data}
          environments={environments.data ?? []}
          apps={apps.data}
        />
      )}
      {open === 'project' && <ProjectCreate onClose={close} />}
      {open === 'organization' && <OrganizationCreate onClose={close} />}
    </>
  )
}

interface GroupsProps {
  organizations: readonly Organization[]
  projects: readonly Project[] | undefined
  environments: readonly Environment[]
  apps: readonly App[] | undefined
}

function Groups({ organizations, projects, environments, apps }: GroupsProps) {
  const table = { environments, apps }
  if (!projects) return <ProjectTable label="Projects" projects={undefined} {...table} />
  const loose = projects.filter(({ org_id }) => !organizations.some(({ id }) => id === org_id))
  return (
    <div className="grid gap-6">
      {organizations.map(({ id, name }) => {
        const own = projects.filter(({ org_id }) => org_id === id)
        return (
          <section key={id} aria-label={name}>
            <h2 className="px-6 pb-1 font-strong max-shell:px-4">
              <Link
                to={paths.organization}
                params={{ orgId: id }}
                className="wrap-anywhere hover:text-accent-text hover:underline"
              >
                {name}
              </Link>
            </h2>
            {own.length > 0 ? (
              <ProjectTable label={`Projects of ${name}`} projects={own} {...table} />
            ) : (
              <p className="px-6 text-faint max-shell:px-4">No project is in it.</p>
            )}
          </section>
        )
      })}
      {loose.length > 0 && (
        <section aria-label="In no organization">
          {organizations.length > 0 && <h2 className="px-6 pb-1 font-strong max-shell:px-4">In no organization</h2>}
          <ProjectTable label="Projects in no organization" projects={loose} {...table} />
        </section>
      )}
    </div>
  )
}
