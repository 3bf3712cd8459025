// The audit log: who did what to what, from where, and how it was answered. Filters are in the URL.
import { allRoutes } from '@levelrail/contract/all-routes.ts'
import type { AuditEntry } from '@levelrail/contract/schemas/audit.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { auditQuery } from '../api/queries.ts'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { AuditFilters } from '../forms/audit-filters.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { exactUtc, RelativeTime } from '../ui/relative-time.tsx'
import type { Tone } from '../ui/status-mark.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { AuditFilter } from './audit-filter.ts'

const route = getRouteApi('/shell/audit')

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={<ScrollText className="size-4" aria-hidden="true" />}
      title={isFiltered ? 'Nothing matches the filters' : 'Nothing has happened yet'}
      body={
        isFiltered
          ? 'Clear a filter to see more.'
          : 'Every write, sign-in and refused attempt will stand here, with who, when and from where.'
      }
    />
  )
}

const columns: readonly Column<AuditEntry>[] = [
  { title: 'When', cell: (entry) => <RelativeTime at={entry.last_at ?? entry.at} />, className: 'w-px' },
  { title: 'Who', cell: (entry) => <Who entry={entry} /> },
  { title: 'Action', cell: (entry) => <Action entry={entry} />, className: 'w-full max-w-0' },
  {
    title: 'Resource',
    cell: (entry) =>
      entry.resource && (
        <span className="flex max-w-48">
          <FilterLink filter={{ resource: entry.resource }} text={entry.resource} />
        </span>
      ),
  },
  { title: 'Outcome', cell: (entry) => <Outcome entry={entry} />, className: 'w-px whitespace-nowrap' },
  {
    title: 'Address',
    cell: (entry) => entry.address && <FilterLink filter={{ address: entry.address }} text={entry.address} />,
    className: 'w-px whitespace-nowrap',
  },
  {
    title: 'Request',
    cell: (entry) => (
      <code title={entry.request_id} className="block max-w-24 truncate text-faint select-all">
        {entry.request_id}
      </code>
    ),
    className: 'w-px @max-[84rem]:hidden',
    isMinor: true,
  },
]

export function AuditPage() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery(filter))
  const entries = data?.pages.flatMap((page) => page.rows)
  return (
    <>
      <PageHeader title="Audit log">
        Every write, sign-in and refused attempt, newest first. Press a name to see only that.
      </PageHeader>
      <AuditFilters filter={filter} onChange={(next) => void navigate({ search: next, replace: true })} />
      {error && (
        <div className="p-6 max-shell:p-4">
          <Failure error={error} act="read the audit log" onRetry={() => void refetch()} />
        </div>
      )}
      {entries?.length === 0 && <NoEntries isFiltered={Object.keys(filter).length > 0} />}
      {(entries ? entries.length > 0 : !error) && (
        <Table label="Audit log" columns={columns} rows={entries} rowKey={(entry) => entry.id} />
      )}
      {entries && entries.length > 0 && (
        <p className="flex items-center gap-4 px-6 py-4 text-muted max-shell:px-4">
          {hasNextPage ? (
            <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show older
            </Button>
          ) : (
            'That is all.'
          )}
          <span className="text-faint">{entries.length} shown</span>
        </p>
      )}
    </>
  )
}

function Who({ entry }: { entry: AuditEntry }) {
  if (!entry.actor) return <span className="text-muted">{entry.actor_kind}</span>
  return (
    <span className="flex max-w-64 min-w-0 items-center gap-2">
      <FilterLink filter={{ actor: entry.actor }} text={entry.actor} isPlain />
      {entry.actor_kind !== 'session' && <Badge>{entry.actor_kind}</Badge>}
    </span>
  )
}

function Action({ entry }: { entry: AuditEntry }) {
  const known = Object.entries(allRoutes).find(([id]) => id === entry.action)?.[1]
  return (
    <span className="flex min-w-0 items-baseline gap-2.5">
      <span className="shrink-0">
        <FilterLink filter={{ action: entry.action }} text={entry.action} />
      </span>
      {known && <span className="truncate text-small text-faint max-wide:hidden">{known.options.summary}</span>}
    </span>
  )
}

function Outcome({ entry }: { entry: AuditEntry }) {
  const [tone, word] = outcomeOf(entry)
  return (
    <span className="flex items-center gap-2">
      <Badge tone={tone}>{word}</Badge>
      {entry.status > 0 && <code className="text-faint">{entry.status}</code>}
      {entry.count > 1 && (
        <span
          className="text-bad"
          title={`${entry.count} attempts from ${exactUtc(entry.at)} to ${exactUtc(entry.last_at ?? entry.at)}`}
        >
          {entry.count} times
        </span>
      )}
    </span>
  )
}

function outcomeOf({ refused, status }: AuditEntry): [Tone, string] {
  if (status < 400) return ['ok', 'done']
  return refused ? ['held', 'refused'] : ['bad', 'failed']
}

function FilterLink({ filter, text, isPlain = false }: { filter: AuditFilter; text: string; isPlain?: boolean }) {
  return (
    <Link
      to={paths.audit}
      search={(current) => ({ ...current, ...filter })}
      preload={false}
      title={text}
      className={`truncate rounded-sm hover:text-accent-text hover:underline ${isPlain ? '' : 'font-mono'}`}
    >
      {text}
    </Link>
  )
}
