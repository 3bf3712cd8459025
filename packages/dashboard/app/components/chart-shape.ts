// What charts of requests are drawn from: paths in a box of fixed units, and figures in words. Pure.
import type { RequestPoint } from '@levelrail/contract/schemas/requests.ts'

/** Units of the box; the page stretches it. */
export const boxWidth = 1000
export const boxHeight = 100

export interface Frame {
  fromMs: number
  toMs: number
  stepMs: number
  /** Till when the last step has gone. */
  nowMs: number
  /** The value at the top. */
  top: number
}

export const statusClasses = ['http_2xx', 'http_3xx', 'http_4xx', 'http_5xx'] as const
export type StatusClass = (typeof statusClasses)[number]

/** The next of 1, 2, 5, 10, 20 ... that is not below. */
export function roundTop(most: number): number {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const factor = [1, 2, 5, 10].find((each) => each * power >= most) ?? 10
  return factor * power
}

/** One path for each class: bars upon each other, requests a second high. 1xx are no answers of their own. */
export function statusBars(points: readonly RequestPoint[], frame: Frame): Record<StatusClass, string> {
  const paths: Record<StatusClass, string> = { http_2xx: '', http_3xx: '', http_4xx: '', http_5xx: '' }
  const width = (frame.stepMs / (frame.toMs - frame.fromMs)) * boxWidth
  for (const point of points) {
    const seconds = secondsOf(point, frame)
    let below = 0
    for (const status of statusClasses) {
      const height = (point[status] / seconds / frame.top) * boxHeight
      if (height <= 0) continue
      const left = xOf(Date.parse(point.at), frame) + width * 0.1
      const top = boxHeight - below - height
      paths[status] += `M${short(left)} ${short(top)}h${short(width * 0.8)}v${short(height)}h${short(-width * 0.8)}z`
      below += height
    }
  }
  return paths
}

/** The highest rate of any point. */
export function mostRate(points: readonly RequestPoint[], span: Pick<Frame, 'stepMs' | 'nowMs'>): number {
  return Math.max(0, ...points.map((point) => rateOf(point, span)))
}

export function rateOf(point: RequestPoint, span: Pick<Frame, 'stepMs' | 'nowMs'>): number {
  return point.count / secondsOf(point, span)
}

/** How long a point is; the one that is under way only till now, but no less than requests are counted in. */
function secondsOf({ at }: RequestPoint, { stepMs, nowMs }: Pick<Frame, 'stepMs' | 'nowMs'>): number {
  const gone = Math.max(15_000, nowMs - Date.parse(at))
  return Math.min(stepMs, gone) / 1000
}

/** A line through the middle of each step, broken where there is no value; one that stands alone is as wide as its step. */
export function linePath(values: readonly { atMs: number; value: number | null }[], frame: Frame): string {
  let path = ''
  for (const [index, { atMs, value }] of values.entries()) {
    if (value === null) continue
    const isFirst = (values[index - 1]?.value ?? null) === null
    const isAlone = isFirst && (values[index + 1]?.value ?? null) === null
    const y = short(boxHeight - (value / frame.top) * boxHeight)
    if (isAlone) path += `M${short(xOf(atMs, frame))} ${y}H${short(xOf(atMs + frame.stepMs, frame))}`
    else path += `${isFirst ? 'M' : 'L'}${short(xOf(atMs + frame.stepMs / 2, frame))} ${y}`
  }
  return path
}

export function xOf(atMs: number, { fromMs, toMs }: Frame): number {
  return ((atMs - fromMs) / (toMs - fromMs)) * boxWidth
}

/** Which point is at this share of the width, from 0 to 1. */
export function pointAt(share: number, points: readonly RequestPoint[], frame: Frame): number | undefined {
  const atMs = frame.fromMs + share * (frame.toMs - frame.fromMs)
  const index = points.findLastIndex((point) => Date.parse(point.at) <= atMs)
  const point = points[index]
  return point && Date.parse(point.at) + frame.stepMs > atMs ? index : undefined
}

/** The rate of the last whole step; none was told of when it is long ago. */
export function rateNow(points: readonly RequestPoint[], stepMs: number, nowMs: number): number {
  const whole = points.findLast(({ at }) => Date.parse(at) + stepMs <= nowMs)
  return whole && Date.parse(whole.at) + 3 * stepMs > nowMs ? whole.rate : 0
}

/** "38 req/s" */
export function rateWords(rate: number): string {
  return `${figure(rate)} req/s`
}

export function millisecondWords(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 1000 ? `${figure(ms)} ms` : `${figure(ms / 1000)} s`
}

export function shareWords(share: number): string {
  const percent = share * 100
  return percent > 0 && percent < 0.1 ? '< 0.1 %' : `${figure(percent)} %`
}

/** Two digits that count where it is small. */
function figure(value: number): string {
  if (value === 0 || value >= 100) return Math.round(value).toLocaleString('en-GB')
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)))
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}
