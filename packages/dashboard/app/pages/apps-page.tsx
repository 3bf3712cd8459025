// Every app: what is so, which image, how many replicas are ready, and whether edits wait. Search and order in the URL.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Box, Plus } from 'lucide-react'
import { type AppSort, appsQuery, deploymentsQuery, isInProgress, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { appState, readyReplicas, runningImage } from '../components/app-state.ts'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { StateMark } from '../components/state-line.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { appFilter } from './app-filter.ts'

const route = getRouteApi('/shell/apps/')

const sortOptions: readonly { value: AppSort; label: string }[] = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
]

function NoApps() {
  const who = useIdentity()
  return (
    <EmptyState
      icon={<Box className="size-4" aria-hidden="true" />}
      title="No apps yet"
      body={
        <>
          An app is a container image that Levelrail keeps running: it pulls it, starts it, checks that it answers, and
          switches over only then.
          {can.editApps(who) && (
            <>
              {' '}
              To try it, run the example: image <code>levelrail/test-app:1</code>, port 8080.
            </>
          )}
        </>
      }
      action={
        can.editApps(who) && (
          <div className="flex flex-wrap justify-center gap-2">
            <NewLink />
            <Link to={paths.appNew} search={{ example: true }} className={buttonClass('secondary')}>
              Fill in the example
            </Link>
          </div>
        )
      }
    />
  )
}

function columnsFor(deploying: ReadonlySet<string>, deploys: readonly Deploy[]): readonly Column<App>[] {
  return [
    {
      title: 'Name',
      cell: (app) => (
        <Link to={paths.app} params={{ name: app.name }} className="font-strong hover:text-accent-text hover:underline">
          {app.name}
        </Link>
      ),
    },
    { title: 'State', cell: (app) => <StateMark state={appState(app, deploying.has(app.name))} /> },
    { title: 'Ready', cell: (app) => <code className="whitespace-nowrap">{readyReplicas(app) ?? '–'}</code> },
    {
      title: 'Image',
      className: 'max-w-80',
      cell: (app) =>
        app.image === '' ? (
          <span className="text-faint">none yet</span>
        ) : (
          <code title={runningImage(app, deploys) ?? app.image} className="block truncate">
            {runningImage(app, deploys) ?? `next: ${app.image}`}
          </code>
        ),
    },
    { title: 'Edits', cell: (app) => app.pending.length > 0 && <Badge tone="held">pending</Badge> },
    { title: 'Last change', cell: (app) => <RelativeTime at={app.updated_at} /> },
  ]
}

export function AppsPage() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const who = useIdentity()
  const { data: deployments } = useQuery(deploymentsQuery)
  const deploying = new Set(deployments?.filter(isInProgress).map(({ app }) => app))
  const { data: apps, error, refetch } = useQuery(appsQuery(filter))
  const isEmpty = apps?.length === 0
  const hasNone = isEmpty && !filter.search
  return (
    <>
      <PageHeader title="Apps" action={!hasNone && can.editApps(who) && <NewLink />}>
        What runs here, and whether it serves.
      </PageHeader>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="load the apps" onRetry={() => void refetch()} />
        </div>
      )}
      {hasNone && <NoApps />}
      {!hasNone && (apps || !error) && (
        <>
          <search className="flex flex-wrap items-end gap-3 px-6 pb-3 max-shell:px-4">
            <TextField
              label="Search"
              type="search"
              placeholder="Part of a name"
              className="w-64 max-list:w-full"
              defaultValue={filter.search ?? ''}
              onChange={(event) =>
                void navigate({ search: appFilter({ ...filter, search: event.target.value.trim() }), replace: true })
              }
            />
            <SelectField
              label="Order"
              className="w-44 max-list:w-full"
              value={filter.sort ?? 'name'}
              options={sortOptions}
              onChange={(sort) => void navigate({ search: appFilter({ ...filter, sort }), replace: true })}
            />
          </search>
          {isEmpty ? (
            <p className="px-6 py-8 text-muted max-shell:px-4">No app has “{filter.search}” in its name.</p>
          ) : (
            <Table
              label="Apps"
              columns={columnsFor(deploying, deployments ?? [])}
              rows={apps}
              rowKey={(app) => app.name}
            />
          )}
          {apps?.length === 200 && (
            <p className="px-6 py-3 text-muted max-shell:px-4">The first 200 are shown; search for the others.</p>
          )}
        </>
      )}
    </>
  )
}

function NewLink() {
  return (
    <Link to={paths.appNew} search={{}} className={buttonClass('primary')}>
      <Plus className="size-3.5" aria-hidden="true" />
      New app
    </Link>
  )
}
