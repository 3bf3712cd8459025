// Requests of the app as the ingress measured them: rate by status, latency, and the busiest routes.
import type { RequestMetrics, RequestRoute, RequestSummary } from '@levelrail/contract/schemas/requests.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { useMemo, useState } from 'react'
import { deploysQuery } from '../api/queries.ts'
import { isRange, type Range, ranges, requestsQuery } from '../api/request-queries.ts'
import { millisecondWords, rateWords, shareWords } from '../components/chart-shape.ts'
import { Failure } from '../components/failure.tsx'
import { RequestCharts } from '../components/request-charts.tsx'
import { Figure } from '../components/request-summary.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField } from '../ui/field.tsx'
import { useNow } from '../ui/relative-time.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'

const route = getRouteApi('/shell/apps/$name/requests')

const rangeOptions = Object.entries(ranges).map(([value, { words }]) => ({ value, label: `Last ${words}` }))

const columns: readonly Column<RequestRoute>[] = [
  { title: 'Route', cell: ({ route: path }) => <code className="wrap-anywhere">{path}</code> },
  { title: 'Requests', cell: ({ count }) => count.toLocaleString('en-GB'), className: 'tabular-nums' },
  { title: 'Share', cell: ({ share }) => shareWords(share), className: 'tabular-nums' },
  {
    title: '5xx',
    cell: ({ share_5xx }) => <span className={share_5xx > 0 ? 'text-bad' : 'text-muted'}>{shareWords(share_5xx)}</span>,
    className: 'tabular-nums',
  },
  { title: 'Mean', cell: ({ mean_ms }) => millisecondWords(mean_ms), className: 'tabular-nums' },
]

export function AppRequests() {
  const { name } = route.useParams()
  const { range = '1h' } = route.useSearch()
  const navigate = route.useNavigate()
  const asked = { max_points: 120, compare: 'previous' } as const
  const { data: metrics, error, refetch } = useQuery(requestsQuery(name, range, asked))
  return (
    <section aria-label="Requests" className="grid gap-4 pt-4">
      <div className="flex flex-wrap items-end justify-between gap-4 px-6 max-shell:px-4">
        <SelectField
          label="Span"
          className="w-44"
          value={range}
          options={rangeOptions}
          onChange={(value) => void navigate({ search: isRange(value) ? { range: value } : {}, replace: true })}
        />
        {metrics && <Totals summary={metrics.summary} previous={metrics.previous_summary} />}
      </div>
      {error && (
        <div className="px-6 max-shell:px-4">
          <Failure error={error} act="load the requests" onRetry={() => void refetch()} />
        </div>
      )}
      {!metrics && !error && <Skeleton className="mx-6 h-48!" />}
      {metrics && metrics.summary.count === 0 && (metrics.previous_summary?.count ?? 0) === 0 && (
        <EmptyState
          icon={<Activity className="size-4" aria-hidden="true" />}
          title="No requests"
          body="Nobody asked for anything in this span. What comes in through the ingress is counted here within seconds."
        />
      )}
      {metrics && (metrics.summary.count > 0 || (metrics.previous_summary?.count ?? 0) > 0) && (
        <Figures name={name} range={range} metrics={metrics} />
      )}
    </section>
  )
}

function Totals({ summary, previous }: { summary: RequestSummary; previous: RequestSummary | undefined }) {
  const rows = [
    ['Requests', (each: RequestSummary) => each.count.toLocaleString('en-GB')],
    ['Rate', (each: RequestSummary) => rateWords(each.rate)],
    ['Most in 15 s', (each: RequestSummary) => rateWords(each.max)],
    ['p95', (each: RequestSummary) => millisecondWords(each.p95_ms)],
    ['4xx', (each: RequestSummary) => shareWords(each.share_4xx)],
    ['5xx', (each: RequestSummary) => shareWords(each.share_5xx)],
  ] as const
  return (
    <dl aria-label="Totals" className="flex flex-wrap gap-x-8 gap-y-2">
      {rows.map(([title, words]) => (
        <Figure key={title} name={title}>
          {words(summary)}
          {previous && <span className="block text-small text-faint">before {words(previous)}</span>}
        </Figure>
      ))}
    </dl>
  )
}

function Figures({ name, range, metrics }: { name: string; range: Range; metrics: RequestMetrics }) {
  const now = useNow()
  const { data: deploys } = useQuery(deploysQuery(name))
  const [pointed, setPointed] = useState<number>()
  const markers = useMemo(
    () =>
      (deploys ?? []).map(({ started_at, image }) => ({ atMs: Date.parse(started_at), title: `Deploy of ${image}` })),
    [deploys],
  )
  return (
    <>
      <RequestCharts
        metrics={metrics}
        spanMs={ranges[range].ms}
        nowMs={now}
        markers={markers}
        pointed={pointed}
        onPoint={setPointed}
      />
      <div>
        <h2 className="px-6 pb-2 font-strong max-shell:px-4">Busiest routes</h2>
        {metrics.routes.length === 0 ? (
          <p className="px-6 text-muted max-shell:px-4">Told by the minute: the first come in a moment.</p>
        ) : (
          <Table label="Busiest routes" columns={columns} rows={metrics.routes} rowKey={({ route: path }) => path} />
        )}
      </div>
    </>
  )
}
