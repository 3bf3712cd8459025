// GET /apps/{name}/requests. Spec 2.10, 4.4.
import type { RequestQuery } from '@levelrail/contract/schemas/requests.ts'
import type { Context, Handler } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { findApp } from '../apps/app-view.ts'
import { pointsOf, previousOf, routesOf, type Series, type Span, seriesOf, summaryOf } from './request-series.ts'
import { readBuckets, readRoutes } from './request-store.ts'

export const appRequestView: Handler<'appRequestView'> = async (ctx, { params, query }) => {
  await findApp(ctx.db, params.name)
  const series = askedSeries(ctx, query)
  const [now, before, routes] = await Promise.all([
    told(ctx, params.name, series),
    query.compare ? told(ctx, params.name, previousOf(series)) : undefined,
    readRoutes(ctx.db, params.name, series),
  ])
  return {
    from: timeOf(series.fromSeconds),
    to: timeOf(series.toSeconds),
    step_seconds: series.stepSeconds,
    ...now,
    routes: routesOf(routes.whole, routes.busiest),
    ...(before ? { previous_points: before.points, previous_summary: before.summary } : {}),
  }
}

async function told({ db }: Pick<Context, 'db'>, app: string, series: Series) {
  const buckets = await readBuckets(db, app, series)
  return { points: pointsOf(series, buckets), summary: summaryOf(series, buckets) }
}

const hourMs = 3_600_000
const longestDays = 400

function askedSeries({ clock, settings }: Pick<Context, 'clock' | 'settings'>, query: RequestQuery): Series {
  const nowMs = clock.now().getTime()
  const toMs = query.to === undefined ? nowMs : Date.parse(query.to)
  const fromMs = query.from === undefined ? toMs - hourMs : Date.parse(query.from)
  if (fromMs >= toMs) throw badRequest('query parameter from: must be before to, which is now by default')
  if (toMs - fromMs > longestDays * 24 * hourMs)
    throw badRequest(`query parameter from: may be at most ${longestDays} days before to`)
  const span: Span = { fromSeconds: Math.floor(fromMs / 1000), toSeconds: Math.ceil(toMs / 1000) }
  const oldest = query.compare ? previousOf(span).fromSeconds : span.fromSeconds
  return seriesOf(span, oldest, {
    maxPoints: Math.min(query.max_points ?? settings.APP_METRICS_MAX_POINTS, settings.APP_METRICS_MAX_POINTS),
    rawRangeMs: settings.APP_METRICS_RAW_QUERY_MAX_RANGE,
    minuteRangeMs: settings.APP_METRICS_MINUTE_QUERY_MAX_RANGE,
    rawRetentionMs: settings.APP_METRICS_RETENTION,
    minuteRetentionMs: settings.APP_METRICS_RETENTION_1M,
    nowMs,
  })
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
