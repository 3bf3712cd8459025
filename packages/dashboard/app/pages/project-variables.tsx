// The variables that a project shares with all its apps.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { allAppsQuery, projectQuery } from '../api/project-queries.ts'
import { SharedVariables } from '../forms/shared-variables.tsx'

const route = getRouteApi('/shell/projects/$projectId')

export function ProjectVariables() {
  const { projectId } = route.useParams()
  const { data: project } = useQuery(projectQuery(projectId))
  const { data: apps } = useQuery(allAppsQuery({ project_id: projectId }))
  return project && <SharedVariables tier="project" owner={project} apps={apps?.map(({ name }) => name)} />
}
