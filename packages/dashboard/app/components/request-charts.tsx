// Rate by status and latency over the same time, with the span before as a pale line, and the figures of the point that
// is pointed at.
import type { RequestMetrics, RequestPoint } from '@levelrail/contract/schemas/requests.ts'
import {
  type Frame,
  linePath,
  millisecondWords,
  mostRate,
  rateOf,
  rateWords,
  roundTop,
  statusClasses,
} from './chart-shape.ts'
import { Chart, ChartLine, LegendItem, type Marker, StatusBars, statusWords } from './request-chart.tsx'

interface RequestChartsProps {
  metrics: RequestMetrics
  spanMs: number
  nowMs: number
  markers: readonly Marker[]
  pointed: number | undefined
  onPoint: (index: number | undefined) => void
}

const percentiles = [
  { field: 'p50_ms', words: 'p50', line: 'stroke-ok-mark', swatch: 'bg-ok-mark' },
  { field: 'p95_ms', words: 'p95', line: 'stroke-work', swatch: 'bg-work' },
  { field: 'p99_ms', words: 'p99', line: 'stroke-warn', swatch: 'bg-warn' },
] as const

export function RequestCharts({ metrics, spanMs, nowMs, markers, pointed, onPoint }: RequestChartsProps) {
  const { points, previous_points: before = [] } = metrics
  const stepMs = metrics.step_seconds * 1000
  const toMs = Math.max(nowMs, Date.parse(metrics.to))
  const span = { fromMs: toMs - spanMs, toMs, stepMs, nowMs }
  const rates: Frame = { ...span, top: roundTop(Math.max(mostRate(points, span), mostRate(before, span))) }
  const times: Frame = { ...span, top: roundTop(Math.max(1, ...points.map(({ p99_ms }) => p99_ms ?? 0))) }
  const shift = Date.parse(metrics.to) - Date.parse(metrics.from)
  const earlier = before.map(({ at, rate }) => ({ atMs: Date.parse(at) + shift, value: rate }))
  const chosen = pointed === undefined ? undefined : points[pointed]
  const rateThere = pointWords(chosen, (point) => rateWords(rateOf(point, span)))
  const timeThere = pointWords(chosen, ({ mean_ms }) => `mean ${millisecondWords(mean_ms)}`)
  const shared = {
    points,
    markers: markers.filter(({ atMs }) => atMs >= span.fromMs && atMs <= toMs),
    pointed,
    onPoint,
    className: 'h-36',
  }
  return (
    <div className="grid grid-cols-2 gap-x-10 gap-y-6 px-6 max-shell:grid-cols-1 max-shell:px-4">
      <div className="grid min-w-0 content-start gap-1.5">
        <h2 className="font-strong">Requests a second</h2>
        <ul className="flex min-h-8 flex-wrap content-start items-center gap-x-3 text-small text-muted">
          {statusClasses.map((status) => (
            <LegendItem key={status} swatch={statusWords[status].swatch}>
              {statusWords[status].words} {(chosen ?? metrics.summary)[status].toLocaleString('en-GB')}
            </LegendItem>
          ))}
          {before.length > 0 && <LegendItem swatch="bg-edge">span before</LegendItem>}
          {rateThere && <li className="text-ink tabular-nums">{rateThere}</li>}
        </ul>
        <Chart
          {...shared}
          label={`Requests a second by status, up to ${rateWords(rates.top)}`}
          frame={rates}
          pointedWords={rateThere}
          topWords={rateWords(rates.top)}
        >
          <StatusBars points={points} frame={rates} />
          <ChartLine path={linePath(earlier, rates)} className="stroke-edge" />
        </Chart>
      </div>
      <div className="grid min-w-0 content-start gap-1.5">
        <h2 className="font-strong">Time to answer</h2>
        <ul className="flex min-h-8 flex-wrap content-start items-center gap-x-3 text-small text-muted">
          {percentiles.map(({ field, words, swatch }) => (
            <LegendItem key={field} swatch={swatch}>
              {words} {millisecondWords((chosen ?? metrics.summary)[field])}
            </LegendItem>
          ))}
          {timeThere && <li className="text-ink tabular-nums">{timeThere}</li>}
        </ul>
        <Chart
          {...shared}
          label={`Time to answer, up to ${millisecondWords(times.top)}`}
          frame={times}
          pointedWords={timeThere}
          topWords={millisecondWords(times.top)}
        >
          {percentiles.map(({ field, line }) => (
            <ChartLine
              key={field}
              path={linePath(
                points.map((point) => ({ atMs: Date.parse(point.at), value: point[field] })),
                times,
              )}
              className={line}
            />
          ))}
        </Chart>
      </div>
    </div>
  )
}

/** "13:02:15, 38 req/s" */
function pointWords(point: RequestPoint | undefined, words: (point: RequestPoint) => string): string | undefined {
  return point && `${new Date(point.at).toLocaleTimeString()}, ${words(point)}`
}
