// The requests of an app at a glance, on its overview: how many now, how they end, how long they take.
import type { RequestMetrics } from '@levelrail/contract/schemas/requests.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ranges, requestsQuery } from '../api/request-queries.ts'
import { paths } from '../paths.ts'
import { useNow } from '../ui/relative-time.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import {
  type Frame,
  millisecondWords,
  mostRate,
  rateNow,
  rateWords,
  roundTop,
  shareWords,
  statusClasses,
} from './chart-shape.ts'
import { Failure } from './failure.tsx'
import { Chart, LegendItem, StatusBars, statusWords } from './request-chart.tsx'

const range = '30m'

export function RequestSummary({ name }: { name: string }) {
  const now = useNow()
  const { data: metrics, error, refetch } = useQuery(requestsQuery(name, range, { max_points: 60 }))
  return (
    <section aria-label="Requests" className="px-6 pt-5 max-shell:px-4">
      <div className="flex items-baseline justify-between gap-4 pb-2">
        <h2 className="font-strong">
          Requests <span className="font-normal text-muted">· last {ranges[range].words}</span>
        </h2>
        <Link to={paths.appRequests} params={{ name }} className="rounded-sm text-accent-text hover:underline">
          All figures
        </Link>
      </div>
      {error && <Failure error={error} act="load the requests" onRetry={() => void refetch()} />}
      {!metrics && !error && <Skeleton className="h-16! w-full" />}
      {metrics && metrics.summary.count === 0 && <p className="text-muted">Nobody asked for anything.</p>}
      {metrics && metrics.summary.count > 0 && <Glance metrics={metrics} now={now} />}
    </section>
  )
}

function Glance({ metrics, now }: { metrics: RequestMetrics; now: number }) {
  const { points, summary } = metrics
  const stepMs = metrics.step_seconds * 1000
  const toMs = Math.max(now, Date.parse(metrics.to))
  const span = { fromMs: toMs - ranges[range].ms, toMs, stepMs, nowMs: now }
  const frame: Frame = { ...span, top: roundTop(mostRate(points, span)) }
  const rate = rateNow(points, stepMs, now)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-x-10 gap-y-3 max-list:grid-cols-1">
      <dl className="grid grid-cols-4 gap-x-6 max-list:grid-cols-2 max-list:gap-y-2">
        <Figure name="Now">{rateWords(rate)}</Figure>
        <Figure name="p95">{millisecondWords(summary.p95_ms)}</Figure>
        <Figure name="5xx">
          <span className={summary.http_5xx > 0 ? 'text-bad' : undefined}>{shareWords(summary.share_5xx)}</span>
        </Figure>
        <Figure name="In all">{summary.count.toLocaleString('en-GB')}</Figure>
      </dl>
      <div className="grid min-w-0 gap-1">
        <ul className="flex flex-wrap gap-x-3 text-small text-muted">
          {statusClasses.map((status) => (
            <LegendItem key={status} swatch={statusWords[status].swatch}>
              {statusWords[status].words} {summary[status].toLocaleString('en-GB')}
            </LegendItem>
          ))}
        </ul>
        <Chart
          label={`Requests a second by status, up to ${rateWords(frame.top)}`}
          points={points}
          frame={frame}
          topWords={rateWords(frame.top)}
          className="h-14"
        >
          <StatusBars points={points} frame={frame} />
        </Chart>
      </div>
    </div>
  )
}

export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-faint">{name}</dt>
      <dd className="font-mono whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  )
}
