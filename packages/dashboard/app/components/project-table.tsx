// Projects as rows: environments, how many apps, and how they are.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Environment, Project } from '@levelrail/contract/schemas/projects.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { EnvironmentLink } from './app-place.tsx'
import { AppTones } from './app-tones.tsx'

interface ProjectTableProps {
  label: string
  projects: readonly Project[] | undefined
  environments: readonly Environment[]
  /** Undefined while they are read. */
  apps: readonly App[] | undefined
}

export function ProjectTable({ label, projects, environments, apps }: ProjectTableProps) {
  const appsOf = (project: Project) => apps?.filter(({ project_id }) => project_id === project.id)
  return (
    <Table
      label={label}
      rows={projects}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Name',
          className: 'w-[28%] max-w-80',
          cell: ({ id, name }) => (
            <Link
              to={paths.project}
              params={{ projectId: id }}
              title={name}
              className="block truncate font-strong hover:text-accent-text hover:underline"
            >
              {name}
            </Link>
          ),
        },
        {
          title: 'Apps',
          className: 'w-[28%]',
          cell: (project) => {
            const own = appsOf(project)
            return own ? <AppTones apps={own} /> : <Skeleton className="w-24" />
          },
        },
        {
          title: 'Environments',
          className: 'w-[28%]',
          cell: (project) => <EnvironmentList of={project} environments={environments} />,
        },
        { title: 'Created', cell: ({ created_at }) => <RelativeTime at={created_at} />, isMinor: true },
      ]}
    />
  )
}

function EnvironmentList({ of, environments }: { of: Project; environments: readonly Environment[] }) {
  const own = environments.filter(({ project_id }) => project_id === of.id)
  if (own.length === 0) return <span className="text-faint">none</span>
  return (
    <span className="flex flex-wrap gap-x-3">
      {own.map((environment) => (
        <EnvironmentLink key={environment.id} environment={environment} />
      ))}
    </span>
  )
}
