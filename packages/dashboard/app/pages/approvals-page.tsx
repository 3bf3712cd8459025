// The inbox of approvals: deploys that wait for somebody, what was decided, and what needs approvals at all.
import type { Approval } from '@levelrail/contract/schemas/guards.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { approvalsQuery } from '../api/guard-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { ApprovalRules } from '../components/approval-rules.tsx'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { DecideDeploy, type Decision } from '../forms/decide-deploy.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { Tone } from '../ui/status-mark.tsx'
import { type Column, Table } from '../ui/table.tsx'

const tones: Record<Approval['state'], Tone> = {
  pending: 'held',
  approved: 'ok',
  rejected: 'bad',
  expired: 'stopped',
  canceled: 'stopped',
}

const deployColumn: Column<Approval> = {
  title: 'Deploy',
  cell: ({ app, deploy_id }) => (
    <Link
      to={paths.appDeploy}
      params={{ name: app, deployId: deploy_id }}
      aria-label={`Deploy ${deploy_id} of ${app}`}
      className="font-strong hover:text-accent-text hover:underline"
    >
      {app}
    </Link>
  ),
}
const imageColumn: Column<Approval> = {
  title: 'Image',
  className: 'max-w-80',
  cell: ({ image, rollback_to }) => (
    <span className="flex items-center gap-1.5">
      <code title={image} className="truncate">
        {image}
      </code>
      {rollback_to && <Badge>rollback</Badge>}
    </span>
  ),
}
const byColumn: Column<Approval> = { title: 'Asked for by', cell: ({ by }) => by }
const noteColumn: Column<Approval> = {
  title: 'Note',
  isMinor: true,
  cell: ({ note }) => <span className="line-clamp-2 max-w-72 wrap-anywhere text-muted">{note}</span>,
}

const decidedColumns: readonly Column<Approval>[] = [
  deployColumn,
  { title: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge> },
  imageColumn,
  byColumn,
  { title: 'Asked for', cell: ({ requested_at }) => <RelativeTime at={requested_at} /> },
  {
    title: 'Decided by',
    cell: ({ votes }) => (
      <span className="wrap-anywhere">
        {votes.map(({ by, comment }) => (comment ? `${by}: ${comment}` : by)).join(', ') || (
          <span className="text-faint">nobody</span>
        )}
      </span>
    ),
  },
]

export function ApprovalsPage() {
  const who = useIdentity()
  const { data: approvals, error, refetch } = useQuery(approvalsQuery)
  const [open, setOpen] = useState<{ decision: Decision; approval: Approval }>()
  const pending = approvals?.filter(({ state }) => state === 'pending')
  const decided = approvals?.filter(({ state }) => state !== 'pending') ?? []
  const pendingColumns: readonly Column<Approval>[] = [
    deployColumn,
    imageColumn,
    byColumn,
    noteColumn,
    { title: 'Asked for', cell: ({ requested_at }) => <RelativeTime at={requested_at} /> },
    { title: 'Expires', cell: ({ expires_at }) => <RelativeTime at={expires_at} /> },
    {
      title: 'Approved',
      cell: ({ votes, required }) => (
        <span className="tabular-nums" title={votes.map(({ by }) => by).join(', ')}>
          {votes.length} of {required}
        </span>
      ),
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'text-right',
      cell: (approval) =>
        approval.refusal === null && can.deploy(who) ? (
          <span className="inline-flex gap-1">
            {(['reject', 'approve'] as const).map((decision) => (
              <Button
                key={decision}
                look={decision === 'approve' ? 'primary' : 'ghost'}
                className="h-6! px-2!"
                aria-label={`${decision === 'approve' ? 'Approve' : 'Reject'} the deploy of ${approval.app}`}
                onClick={() => setOpen({ decision, approval })}
              >
                {decision === 'approve' ? 'Approve' : 'Reject'}
              </Button>
            ))}
          </span>
        ) : (
          <span className="inline-block max-w-56 text-small text-muted first-letter:uppercase">{approval.refusal}</span>
        ),
    },
  ]
  return (
    <>
      <PageHeader title="Approvals">Deploys that wait until somebody other than their author has looked.</PageHeader>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="load the approvals" onRetry={() => void refetch()} />
        </div>
      )}
      {pending?.length === 0 ? (
        <EmptyState
          icon={<BadgeCheck className="size-4" aria-hidden="true" />}
          title="Nothing waits for an approval"
          body="Where an app or its environment needs approvals, its deploys wait here until other people have given them."
        />
      ) : (
        (pending || !error) && (
          <Table label="Waiting" columns={pendingColumns} rows={pending} rowKey={({ deploy_id }) => deploy_id} />
        )
      )}
      <ApprovalRules />
      {decided.length > 0 && (
        <section aria-label="Decided" className="pt-6">
          <h2 className="px-6 pb-2 font-strong max-shell:px-4">Decided</h2>
          <Table label="Decided" columns={decidedColumns} rows={decided} rowKey={({ deploy_id }) => deploy_id} />
        </section>
      )}
      {open && (
        <DecideDeploy
          decision={open.decision}
          deploy={{ ...open.approval, id: open.approval.deploy_id }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
