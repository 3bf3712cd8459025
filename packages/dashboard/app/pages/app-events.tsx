// What happened to the app, newest first: what was done to it, and what became of it.
import type { AppEvent, AppEventKind } from '@levelrail/contract/schemas/events.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import { eventsQuery } from '../api/task-queries.ts'
import { Failure } from '../components/failure.tsx'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField } from '../ui/field.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { StatusMark, type Tone } from '../ui/status-mark.tsx'
import { type Column, Table } from '../ui/table.tsx'

const route = getRouteApi('/shell/apps/$name')

const groups = {
  all: { label: 'Everything', kinds: [] },
  deploys: {
    label: 'Deploys',
    kinds: [
      'deploy_started',
      'deploy_held',
      'deploy_released',
      'deploy_approved',
      'deploy_rejected',
      'freeze_overridden',
      'deploy_succeeded',
      'deploy_failed',
      'deploy_canceled',
      'deploy_superseded',
      'rolled_back',
    ],
  },
  changes: {
    label: 'Changes',
    kinds: [
      'created',
      'changed',
      'scaled',
      'stopped',
      'started',
      'restarted',
      'secret_set',
      'secret_locked',
      'secret_removed',
    ],
  },
  troubles: {
    label: 'Troubles',
    kinds: [
      'deploy_failed',
      'hook_failed',
      'task_failed',
      'crash_looping',
      'recovered',
      'out_of_memory',
      'liveness_restart',
    ],
  },
} as const satisfies Record<string, { label: string; kinds: readonly AppEventKind[] }>
type Group = keyof typeof groups
const groupNames = Object.keys(groups) as Group[]

const tones: Partial<Record<AppEventKind, Tone>> = {
  deploy_succeeded: 'ok',
  rolled_back: 'ok',
  recovered: 'ok',
  deploy_failed: 'bad',
  hook_failed: 'bad',
  task_failed: 'bad',
  crash_looping: 'bad',
  out_of_memory: 'bad',
  liveness_restart: 'held',
  deploy_held: 'held',
  deploy_rejected: 'stopped',
  freeze_overridden: 'held',
  deploy_released: 'working',
  deploy_started: 'working',
}

export function AppEvents() {
  const { name } = route.useParams()
  const [group, setGroup] = useState<Group>('all')
  const { data: events, error, refetch } = useQuery(eventsQuery(name, groups[group].kinds))
  return (
    <section aria-label="Events" className="grid gap-3 pt-4">
      <SelectField
        label="Show"
        className="w-48 px-6 max-shell:px-4"
        value={group}
        options={groupNames.map((value) => ({ value, label: groups[value].label }))}
        onChange={setGroup}
      />
      {error && (
        <div className="px-6 max-shell:px-4">
          <Failure error={error} act="load the events" onRetry={() => void refetch()} />
        </div>
      )}
      {events?.length === 0 ? (
        <EmptyState
          icon={<History className="size-5" />}
          title="Nothing of this kind happened"
          body="Deploys, changes, crashes and tasks that fail are kept here, with who did what."
        />
      ) : (
        (events || !error) && (
          <Table label="Events" columns={columns(name)} rows={events} rowKey={(event) => event.id} />
        )
      )}
    </section>
  )
}

function columns(name: string): Column<AppEvent>[] {
  return [
    {
      title: 'What',
      cell: ({ kind, title }) => (
        <span className="flex items-center gap-2">
          <StatusMark tone={tones[kind] ?? 'stopped'} />
          <span className="wrap-anywhere">{title}</span>
        </span>
      ),
    },
    { title: 'Who', cell: ({ actor }) => actor || <span className="text-faint">the platform</span> },
    {
      title: 'Deploy',
      isMinor: true,
      cell: ({ deploy_id }) =>
        deploy_id && (
          <Link
            to={paths.appDeploy}
            params={{ name, deployId: deploy_id }}
            className="rounded-sm text-accent-text hover:underline"
          >
            Show
          </Link>
        ),
    },
    { title: 'When', className: 'w-px whitespace-nowrap', cell: ({ at }) => <RelativeTime at={at} /> },
  ]
}
