// Home: what is so with the control plane now, why, since when, and what its background work did last.
import type { LoopStatus, SystemStatus } from '@levelrail/contract/schemas/system.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { statusQuery, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { AppsSummary } from '../components/apps-summary.tsx'
import { ConditionList, conditionTones } from '../components/condition-list.tsx'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { durationWords, sizeWords, typeWords } from '../components/words.ts'
import { CleanupDialog } from '../forms/cleanup.tsx'
import { Button } from '../ui/button.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusMark, type Tone } from '../ui/status-mark.tsx'
import { type Column, Table } from '../ui/table.tsx'

const columns: readonly Column<LoopStatus>[] = [
  {
    title: 'Loop',
    cell: (loop) => (
      <span className="flex items-center gap-2.5">
        <StatusMark tone={loopTone(loop)} />
        <code>{loop.name}</code>
      </span>
    ),
  },
  { title: 'State', cell: loopWords, className: 'whitespace-nowrap' },
  {
    title: 'What it does',
    cell: (loop) => <span className="block text-muted first-letter:uppercase">{loop.what}</span>,
    className: 'w-2/5',
    isMinor: true,
  },
  { title: 'Every', cell: (loop) => <code className="whitespace-nowrap">{loop.every}</code> },
  { title: 'Last run', cell: (loop) => <RelativeTime at={loop.last_run_at} never="not yet" /> },
  {
    title: 'Took',
    className: 'text-right whitespace-nowrap',
    cell: (loop) => (loop.last_duration_ms === null ? '–' : <code>{durationWords(loop.last_duration_ms)}</code>),
  },
]

export function SystemStatusPage() {
  const { data: status, error, refetch } = useQuery(statusQuery)
  const who = useIdentity()
  const [isCleaning, setCleaning] = useState(false)
  const failing = status?.loops.filter((loop) => loop.last_error !== null) ?? []
  return (
    <>
      <AppsSummary />
      <PageHeader
        title="System status"
        action={can.cleanUp(who) && <Button onClick={() => setCleaning(true)}>Clean up</Button>}
      >
        {status ? <Summary status={status} /> : error ? <NotRead /> : <Skeleton className="my-1 w-56" />}
      </PageHeader>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="read the system status" onRetry={() => void refetch()} />
        </div>
      )}
      {(status || !error) && (
        <>
          <ConditionList conditions={status?.conditions} />
          <Facts status={status} />
          <h2 className="px-6 pt-6 pb-2 font-strong max-shell:px-4">Background work</h2>
          <Table label="Background work" columns={columns} rows={status?.loops} rowKey={(loop) => loop.name} />
          {failing.map((loop) => (
            <p key={loop.name} className="flex gap-2.5 px-6 pt-3 text-bad max-shell:px-4">
              <StatusMark tone="bad" className="mt-1" />
              <span>
                <code>{loop.name}</code> failed last: {loop.last_error}
              </span>
            </p>
          ))}
        </>
      )}
      {isCleaning && <CleanupDialog onDone={() => setCleaning(false)} />}
    </>
  )
}

function Summary({ status }: { status: SystemStatus }) {
  const wrong = status.conditions.filter((condition) => condition.status === 'false')
  const unknown = status.conditions.filter((condition) => condition.status === 'unknown')
  const worst = wrong[0] ?? unknown[0]
  const words = worst
    ? [
        wrong.length > 0 && `${wrong.length} of ${status.conditions.length} conditions false`,
        unknown.length > 0 && `${unknown.length} unknown`,
        `first: ${typeWords(worst.type).toLowerCase()}`,
      ]
    : ['Every condition is true']
  return (
    <p role="status" className="flex items-center gap-2">
      <StatusMark tone={worst ? conditionTones[worst.status] : 'ok'} />
      {words.filter(Boolean).join(', ')}
    </p>
  )
}

function NotRead() {
  return (
    <p className="flex items-center gap-2">
      <StatusMark tone="unknown" />
      Unknown
    </p>
  )
}

function Facts({ status }: { status: SystemStatus | undefined }) {
  const facts: readonly [string, ReactNode][] = [
    ['Version', status && <code>{status.version}</code>],
    ['Running since', status && <RelativeTime at={status.started_at} />],
    [
      'Database',
      status && `${status.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, schema ${status.schema_version}`,
    ],
    ['Background work', status && leaseWords(status)],
    ['Memory', status && sizeWords(status.memory_bytes)],
    ['Instance', status && <code className="break-all">{status.instance_id}</code>],
    ['Node', status && <code className="break-all">{status.node_id}</code>],
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-8 gap-y-3 px-6 pt-5 max-shell:px-4 max-list:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-small text-faint">{name}</dt>
          <dd>{value ?? <Skeleton className="my-1 w-24" />}</dd>
        </div>
      ))}
    </dl>
  )
}

function leaseWords(status: SystemStatus): ReactNode {
  if (status.runs_loops) return 'Runs on this control plane'
  if (status.lease_holder === null) return 'Runs nowhere: nobody holds the lease'
  return (
    <>
      Runs on <code className="break-all">{status.lease_holder}</code>
    </>
  )
}

function loopTone(loop: LoopStatus): Tone {
  if (loop.running > 0) return 'working'
  if (loop.last_error !== null || loop.failing_keys > 0) return 'bad'
  return loop.last_run_at === null ? 'unknown' : 'ok'
}

function loopWords(loop: LoopStatus): string {
  const words = [
    loop.running > 0 && `${loop.running} running`,
    loop.waiting > 0 && `${loop.waiting} waiting`,
    loop.failing_keys > 0 && `${loop.failing_keys} failing`,
    loop.failing_keys === 0 && loop.last_error !== null && 'failed last',
  ].filter(Boolean)
  return words.join(', ') || (loop.last_run_at === null ? 'not run yet' : 'done')
}
