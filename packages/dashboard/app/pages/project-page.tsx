// One project: its name, where it is filed, how its apps are, the acts on all of them, and the tabs.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { allAppsQuery, organizationsQuery, projectQuery } from '../api/project-queries.ts'
import { AppTones } from '../components/app-tones.tsx'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { ProjectActs } from '../forms/project-acts.tsx'
import { paths } from '../paths.ts'
import { allProjectTabs } from '../project-tabs.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'

const route = getRouteApi('/shell/projects/$projectId')

export function ProjectPage() {
  const { projectId } = route.useParams()
  const { data: project, error, refetch } = useQuery(projectQuery(projectId))
  const { data: apps } = useQuery(allAppsQuery({ project_id: projectId }))
  const { data: organizations } = useQuery(organizationsQuery)
  const organization = organizations?.find(({ id }) => id === project?.org_id)
  const base = `${paths.projects}/${projectId}`
  return (
    <>
      <PageHeader
        title={project?.name ?? projectId}
        action={project && apps && <ProjectActs project={project} apps={apps} />}
      >
        <div className="flex flex-wrap items-center gap-x-3">
          {organization && (
            <Link to={paths.organization} params={{ orgId: organization.id }} className="hover:text-accent-text">
              {organization.name}
            </Link>
          )}
          {apps ? <AppTones apps={apps} /> : <Skeleton className="my-1 w-40" />}
        </div>
      </PageHeader>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="load the project" onRetry={() => void refetch()} />
        </div>
      )}
      {(project || !error) && (
        <>
          <Tabs
            label="Project"
            tabs={allProjectTabs.map(({ path, ...tab }) => ({ ...tab, to: path === '' ? base : `${base}/${path}` }))}
          />
          <Outlet />
        </>
      )}
    </>
  )
}
