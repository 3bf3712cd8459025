// Charts of requests over time as plain SVG: bars by status class, or lines. They share what is pointed at, by pointer
// or by the arrow keys.
import type { RequestPoint } from '@levelrail/contract/schemas/requests.ts'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { exactUtc } from '../ui/relative-time.tsx'
import {
  boxHeight,
  boxWidth,
  type Frame,
  pointAt,
  type StatusClass,
  statusBars,
  statusClasses,
  xOf,
} from './chart-shape.ts'

export const statusWords: Record<StatusClass, { words: string; fill: string; swatch: string }> = {
  http_2xx: { words: '2xx', fill: 'fill-ok-mark', swatch: 'bg-ok-mark' },
  http_3xx: { words: '3xx', fill: 'fill-work', swatch: 'bg-work' },
  http_4xx: { words: '4xx', fill: 'fill-warn', swatch: 'bg-warn' },
  http_5xx: { words: '5xx', fill: 'fill-bad', swatch: 'bg-bad' },
}

export interface Marker {
  atMs: number
  title: string
}

interface ChartProps {
  /** What it shows, for those who do not see it. */
  label: string
  points: readonly RequestPoint[]
  frame: Frame
  topWords: string
  className: string
  markers?: readonly Marker[]
  /** Index of the point that is pointed at, and what is so there. */
  pointed?: number | undefined
  pointedWords?: string | undefined
  onPoint?: ((index: number | undefined) => void) | undefined
  children: ReactNode
}

/** The frame of a chart: axes, markers, and what is pointed at. */
export function Chart({
  label,
  points,
  frame,
  topWords,
  className,
  markers = [],
  pointed,
  pointedWords,
  onPoint,
  children,
}: ChartProps) {
  const chosen = pointed === undefined ? undefined : points[pointed]
  const step = (by: number) => onPoint?.(Math.min(points.length - 1, Math.max(0, (pointed ?? points.length) + by)))
  return (
    <figure className="min-w-0">
      <div className="relative">
        <span className="absolute top-0 left-0 bg-page/70 pr-1 text-small text-faint tabular-nums">{topWords}</span>
        <svg
          viewBox={`0 0 ${boxWidth} ${boxHeight}`}
          preserveAspectRatio="none"
          aria-label={label}
          {...(onPoint ? slider(points.length, pointed, pointedWords) : { role: 'img' })}
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect()
            onPoint?.(pointAt((event.clientX - left) / width, points, frame))
          }}
          onPointerLeave={() => onPoint?.(undefined)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft') step(-1)
            if (key === 'ArrowRight') step(1)
            if (key === 'Escape') onPoint?.(undefined)
          }}
          className={clsx('block w-full overflow-hidden border-b border-edge', className)}
        >
          <path d={`M0 0.5H${boxWidth}M0 ${boxHeight / 2}H${boxWidth}`} className={hairline} />
          {children}
          {markers.map(({ atMs, title }) => (
            <path
              key={`${atMs} ${title}`}
              d={`M${xOf(atMs, frame)} 0V${boxHeight}`}
              vectorEffect="non-scaling-stroke"
              className="fill-none stroke-accent-text stroke-1 [stroke-dasharray:3_3]"
            >
              <title>{title}</title>
            </path>
          ))}
          {chosen && (
            <path
              d={`M${xOf(Date.parse(chosen.at) + frame.stepMs / 2, frame)} 0V${boxHeight}`}
              vectorEffect="non-scaling-stroke"
              className="fill-none stroke-muted stroke-1"
            />
          )}
        </svg>
      </div>
      <figcaption className="flex justify-between pt-0.5 text-small text-faint tabular-nums">
        {[frame.fromMs, (frame.fromMs + frame.toMs) / 2, frame.toMs].map((atMs) => (
          <time key={atMs} dateTime={new Date(atMs).toISOString()} title={exactUtc(new Date(atMs).toISOString())}>
            {clockWords(atMs, frame)}
          </time>
        ))}
      </figcaption>
    </figure>
  )
}

/** What the arrow keys move over is told as a slider is. */
function slider(length: number, pointed: number | undefined, words: string | undefined) {
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-valuemin': 0,
    'aria-valuemax': length - 1,
    'aria-valuenow': pointed ?? length - 1,
    'aria-valuetext': words ?? 'no point chosen',
  }
}

const hairline = 'fill-none stroke-line stroke-1 [vector-effect:non-scaling-stroke]'

export function StatusBars({ points, frame }: { points: readonly RequestPoint[]; frame: Frame }) {
  const paths = statusBars(points, frame)
  return statusClasses.map((status) => <path key={status} d={paths[status]} className={statusWords[status].fill} />)
}

export function ChartLine({ path, className }: { path: string; className: string }) {
  return (
    <path
      d={path}
      vectorEffect="non-scaling-stroke"
      strokeLinejoin="round"
      strokeLinecap="round"
      className={clsx('fill-none stroke-[1.5]', className)}
    />
  )
}

/** A coloured mark with its word. */
export function LegendItem({ swatch, children }: { swatch: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5 whitespace-nowrap tabular-nums">
      <span aria-hidden="true" className={clsx('size-2 rounded-[2px]', swatch)} />
      {children}
    </li>
  )
}

/** The time of day, with the day where more than one is shown. */
function clockWords(atMs: number, { fromMs, toMs }: Frame): string {
  const at = new Date(atMs)
  const time = at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  if (toMs - fromMs <= 86_400_000) return time
  return `${at.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })} ${time}`
}
