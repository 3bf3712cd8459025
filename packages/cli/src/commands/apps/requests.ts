// `levelrail apps requests`: how many requests an app got through the ingress, how they ended, how long they took.
import type { RequestMetrics, RequestRoute, RequestSummary } from '@levelrail/contract/schemas/requests.ts'
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { parseDuration } from '../../duration.ts'
import { invalid } from '../../exit-codes.ts'
import type { Column } from '../../output/table.ts'

export const appsRequests = command({
  name: 'apps requests',
  summary: 'Show the requests of an app, its errors, latency and busiest routes',
  details:
    'As the ingress measured them, next to the same span right before. With --json all points of the span; jq makes a series of them.',
  arguments: { name: appArgument },
  options: { last: { kind: 'text', value: 'DURATION', what: 'How far back, such as 15m, 6h or 7d (default 1h)' } },
  examples: ['levelrail apps requests web', 'levelrail apps requests web --last 24h --json'],
  async run({ client, settings, output, now }, { name, last = '1h' }) {
    const lastMs = parseDuration(last)
    if (lastMs === undefined || lastMs === 0) throw invalid(`--last "${last}" is not how long`, 'write 15m, 6h or 7d')
    const query = { from: new Date(now.getTime() - lastMs).toISOString(), to: now.toISOString() }
    const metrics = await client.appRequestView({ params: { name }, query: { ...query, compare: 'previous' } })
    if (settings.json) {
      output.json(metrics)
      return undefined
    }
    output.table(figureColumns, figuresOf(metrics))
    if (metrics.routes.length > 0) {
      output.lines([''])
      output.table(routeColumns, metrics.routes)
    }
    return undefined
  },
})

interface Figure {
  title: string
  now: string
  before: string
}

function figuresOf({ summary, previous_summary: previous }: RequestMetrics): Figure[] {
  const figure = (title: string, text: (of: RequestSummary) => string): Figure => ({
    title,
    now: text(summary),
    before: previous ? text(previous) : '-',
  })
  return [
    figure('requests', ({ count }) => String(count)),
    figure('per second', ({ rate }) => String(rate)),
    figure('most per second', ({ max }) => String(max)),
    figure('4xx', ({ http_4xx, share_4xx }) => `${http_4xx} (${percent(share_4xx)})`),
    figure('5xx', ({ http_5xx, share_5xx }) => `${http_5xx} (${percent(share_5xx)})`),
    figure('of the ingress', ({ http_upstream_errors }) => String(http_upstream_errors)),
    figure('p50', ({ p50_ms }) => milliseconds(p50_ms)),
    figure('p95', ({ p95_ms }) => milliseconds(p95_ms)),
    figure('p99', ({ p99_ms }) => milliseconds(p99_ms)),
  ]
}

const figureColumns: Column<Figure>[] = [
  { title: 'FIGURE', cell: ({ title }) => title },
  { title: 'NOW', cell: ({ now }) => now, align: 'right' },
  { title: 'BEFORE', cell: ({ before }) => before, align: 'right' },
]

const routeColumns: Column<RequestRoute>[] = [
  { title: 'ROUTE', cell: ({ route }) => route },
  { title: 'REQUESTS', cell: ({ count }) => String(count), align: 'right' },
  { title: 'SHARE', cell: ({ share }) => percent(share), align: 'right' },
  {
    title: '5XX',
    cell: ({ share_5xx }) => percent(share_5xx),
    align: 'right',
    color: ({ share_5xx }) => (share_5xx > 0 ? 'red' : undefined),
  },
  { title: 'MEAN', cell: ({ mean_ms }) => milliseconds(mean_ms), align: 'right' },
]

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}

function milliseconds(value: number | null): string {
  return value === null ? '-' : `${Math.round(value)} ms`
}
