// Every deploy of the app, newest first: how it ended, what, who, how long.
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { appQuery, deployPagesQuery, rowsOf } from '../api/queries.ts'
import { sourceWords } from '../components/app-state.ts'
import { DeployDuration, DeployOutcome } from '../components/deploy-outcome.tsx'
import { Failure } from '../components/failure.tsx'
import { HoldWords } from '../components/hold-words.tsx'
import { MoreRows } from '../components/more-rows.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { type Column, Table } from '../ui/table.tsx'

const route = getRouteApi('/shell/apps/$name/deploys/')

function NoDeploys() {
  return (
    <EmptyState
      icon={<Rocket className="size-4" aria-hidden="true" />}
      title="Nothing was deployed yet"
      body="A deploy pulls the image, starts it beside what serves, waits until it answers, and switches over. Press Deploy above."
    />
  )
}

function columnsFor(currentId: string | null | undefined): readonly Column<Deploy>[] {
  return [
    {
      title: 'Deploy',
      cell: (deploy) => (
        <Link
          to={paths.appDeploy}
          params={{ name: deploy.app, deployId: deploy.id }}
          aria-label={`Deploy ${deploy.id}`}
          className="hover:text-accent-text hover:underline"
        >
          <RelativeTime at={deploy.started_at} />
        </Link>
      ),
    },
    {
      title: 'Outcome',
      cell: (deploy) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <DeployOutcome deploy={deploy} />
          {deploy.id === currentId && <Badge>current</Badge>}
          {deploy.hold ? (
            <span className="text-muted">
              <HoldWords hold={deploy.hold} />
            </span>
          ) : (
            deploy.failure && <code className="text-muted">{deploy.failure.code}</code>
          )}
        </span>
      ),
    },
    {
      title: 'Image',
      className: 'max-w-80',
      cell: (deploy) => (
        <code title={deploy.image} className="block truncate">
          {deploy.image}
        </code>
      ),
    },
    {
      title: 'By',
      cell: (deploy) => (
        <>
          <span>{deploy.by}</span>{' '}
          {deploy.source !== 'manual' && <span className="text-faint">{sourceWords[deploy.source]}</span>}
        </>
      ),
    },
    {
      title: 'Note',
      isMinor: true,
      cell: (deploy) => <span className="block max-w-56 truncate text-muted">{deploy.note}</span>,
    },
    { title: 'Took', className: 'text-right', cell: (deploy) => <DeployDuration deploy={deploy} /> },
  ]
}

export function AppDeploys() {
  const { name } = route.useParams()
  const { data: app } = useQuery(appQuery(name))
  const list = useInfiniteQuery(deployPagesQuery(name))
  const { error, refetch } = list
  const deploys = rowsOf(list.data)
  if (error && !deploys) {
    return (
      <div className="px-6 py-4 max-shell:px-4">
        <Failure error={error} act="load the deploys" onRetry={() => void refetch()} />
      </div>
    )
  }
  if (deploys?.length === 0) return <NoDeploys />
  return (
    <>
      <Table
        label="Deploys"
        columns={columnsFor(app?.current_deploy_id)}
        rows={deploys}
        rowKey={(deploy) => deploy.id}
      />
      {deploys && <MoreRows list={list} shown={deploys.length} />}
    </>
  )
}
