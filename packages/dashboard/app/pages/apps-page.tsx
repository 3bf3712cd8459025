// Every app: what is so, which image, how many replicas are ready, the last deploy, and whether edits wait. Search, state
// and order in the URL.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Box, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { appsQuery, rowsOf, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { appColumns } from '../components/app-columns.tsx'
import { placeColumn } from '../components/app-place.tsx'
import { Failure } from '../components/failure.tsx'
import { MoreRows } from '../components/more-rows.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useProjectOptions } from '../forms/place-fields.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import {
  type AppFilter,
  type AppSort,
  type AppStateFilter,
  appFilter,
  askedOf,
  chosenApps,
  needsAll,
} from './app-filter.ts'

const route = getRouteApi('/shell/apps/')

const sortOptions: readonly { value: AppSort; label: string }[] = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'state', label: 'What needs a look' },
  { value: '-deployed_at', label: 'Last deploy first' },
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
]

const stateOptions: readonly { value: AppStateFilter | 'any'; label: string }[] = [
  { value: 'any', label: 'Any state' },
  { value: 'serving', label: 'Serving' },
  { value: 'working', label: 'Working' },
  { value: 'failing', label: 'Failing' },
  { value: 'stopped', label: 'Stopped' },
  { value: 'pending', label: 'Edits pending' },
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

/** Where there are projects, the one of each. */
const columnsOf = (hasProjects: boolean): readonly Column<App>[] => [
  appColumns.name,
  appColumns.state,
  appColumns.ready,
  ...(hasProjects ? [placeColumn] : []),
  appColumns.image,
  appColumns.lastDeploy,
  appColumns.edits,
]

export function AppsPage() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const who = useIdentity()
  const list = useInfiniteQuery(appsQuery(askedOf(filter)))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const isMissing = hasNextPage && !isFetchingNextPage && needsAll(filter)
  useEffect(() => {
    if (isMissing) void fetchNextPage()
  }, [isMissing, fetchNextPage])
  const all = rowsOf(data)
  const apps = all && chosenApps(all, filter)
  const hasNone = all?.length === 0 && !filter.search && !filter.project
  const projects = useProjectOptions()
  const change = (part: Partial<Record<keyof AppFilter, string>>) =>
    void navigate({ search: appFilter({ ...filter, ...part }), replace: true })
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
              onChange={(event) => change({ search: event.target.value.trim() })}
            />
            <SelectField
              label="State"
              className="w-40 max-list:flex-1"
              value={filter.state ?? 'any'}
              options={stateOptions}
              onChange={(state) => change({ state })}
            />
            {(projects.length > 0 || filter.project) && (
              <SelectField
                label="Project"
                className="w-48 max-list:w-full"
                value={filter.project ?? 'any'}
                options={[{ value: 'any', label: 'Any project' }, ...projects, { value: 'none', label: 'In none' }]}
                onChange={(project) => change({ project })}
              />
            )}
            <SelectField
              label="Order"
              className="w-44 max-list:flex-1"
              value={filter.sort ?? 'name'}
              options={sortOptions}
              onChange={(sort) => change({ sort })}
            />
          </search>
          {apps?.length === 0 ? (
            <NothingFound filter={filter} />
          ) : (
            <Table label="Apps" columns={columnsOf(projects.length > 0)} rows={apps} rowKey={(app) => app.name} />
          )}
          {apps && <MoreRows list={list} shown={apps.length} />}
        </>
      )}
    </>
  )
}

function NothingFound({ filter }: { filter: AppFilter }) {
  const where = filter.project === 'none' ? 'outside of projects ' : filter.project ? 'in this project ' : ''
  const inState = filter.state ? (filter.search ? ' and is in this state' : 'is in this state') : ''
  const named = filter.search ? `has “${filter.search}” in its name` : ''
  return (
    <p className="px-6 py-8 text-muted max-shell:px-4">
      {named || inState ? `No app ${where}${named}${inState}.` : `No app is ${where.trim() || 'here'}.`}{' '}
      <Link to={paths.apps} search={{}} className="text-accent-text hover:underline">
        Show all
      </Link>
    </p>
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
