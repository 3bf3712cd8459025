// Where an app is filed: its project and environment, as links.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Environment } from '@levelrail/contract/schemas/projects.ts'
import { Link } from '@tanstack/react-router'
import { Shield } from 'lucide-react'
import { usePlace } from '../api/project-queries.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import type { Column } from '../ui/table.tsx'

const link = 'truncate hover:text-accent-text hover:underline'

export function AppPlace({ app }: { app: App }) {
  const { project, environment } = usePlace(app)
  if (app.project_id === '' && app.environment_id === '') return <span className="text-faint">–</span>
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {project && (
        <Link to={paths.project} params={{ projectId: project.id }} title={project.name} className={link}>
          {project.name}
        </Link>
      )}
      {project && environment && (
        <span aria-hidden="true" className="text-faint">
          /
        </span>
      )}
      {environment && <EnvironmentLink environment={environment} />}
    </span>
  )
}

export function EnvironmentLink({ environment }: { environment: Environment }) {
  return (
    <Link
      to={paths.environment}
      params={{ projectId: environment.project_id, environmentId: environment.id }}
      title={environment.protected ? `${environment.name}, protected` : environment.name}
      className="inline-flex min-w-0 items-center gap-1 hover:text-accent-text hover:underline"
    >
      <span className="truncate">{environment.name}</span>
      {environment.protected && <Shield className="size-3 shrink-0 text-warn" aria-label="protected" />}
    </Link>
  )
}

export function ProtectedBadge() {
  return (
    <Badge>
      <Shield className="size-2.5 text-warn" aria-hidden="true" />
      protected
    </Badge>
  )
}

export const placeColumn: Column<App> = {
  title: 'Project',
  className: 'max-w-64',
  cell: (app) => <AppPlace app={app} />,
}

export const environmentColumn: Column<App> = {
  title: 'Environment',
  className: 'max-w-48',
  cell: (app) => <AppEnvironment app={app} />,
}

function AppEnvironment({ app }: { app: App }) {
  const { environment } = usePlace(app)
  return environment ? <EnvironmentLink environment={environment} /> : <span className="text-faint">–</span>
}
