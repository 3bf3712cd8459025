// SQL of request metrics: what was counted is added and what was read is kept, together or not at all.
import { type RawBuilder, sql } from 'kysely'
import { type CounterName, type Counters, counterNames } from '../../drivers/ingress/request-counters.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { RequestPointRow, RequestRouteRow } from '../../store/tables.ts'
import type { Deltas, Readings } from './request-deltas.ts'
import { counterOf, requestsIn } from './request-figures.ts'
import {
  type Bucket,
  countersOf,
  keptSteps,
  minuteStep,
  type RouteFigures,
  rawStep,
  type Series,
  type Span,
  shownRoutes,
} from './request-series.ts'

export const resourceOf = (app: string) => `service:${app}`

export async function readReadings(db: Db): Promise<Readings> {
  const rows = await db.selectFrom('request_readings').selectAll().execute()
  const readings: Readings = new Map()
  for (const { worker, key, counters } of rows) {
    const ofWorker = readings.get(worker) ?? new Map<string, Counters>()
    readings.set(worker, ofWorker.set(key, counters.split(',').map(Number)))
  }
  return readings
}

export async function saveReadings(trx: Trx, { read, forgotten, gone }: Deltas): Promise<void> {
  for (const [worker, rows] of Map.groupBy(forgotten, (row) => row.worker))
    for (const keys of chunksOf(rows.map(({ key }) => key)))
      await trx.deleteFrom('request_readings').where('worker', '=', worker).where('key', 'in', keys).execute()
  for (const worker of gone) await trx.deleteFrom('request_readings').where('worker', '=', worker).execute()
  for (const rows of chunksOf(read)) {
    await trx
      .insertInto('request_readings')
      .values(rows.map(({ counters, ...row }) => ({ ...row, counters: counters.join(',') })))
      .onConflict((conflict) =>
        conflict.columns(['worker', 'key']).doUpdateSet((set) => ({ counters: set.ref('excluded.counters') })),
      )
      .execute()
  }
}

/** To the points of every step, and the routes of the minute. */
export async function addRequests(
  trx: Trx,
  { apps, routes }: Pick<Deltas, 'apps' | 'routes'>,
  now: Date,
): Promise<void> {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const rows = await trx
    .selectFrom('request_points')
    .select(['resource', 'most'])
    .where('step_seconds', '=', rawStep)
    .where('at_seconds', '=', beginOf(nowSeconds, rawStep))
    .execute()
  const before = new Map(rows.map(({ resource, most }) => [resource, most]))
  const points = [...apps].flatMap(([app, counters]) => {
    const resource = resourceOf(app)
    const most = (before.get(resource) ?? 0) + requestsIn(counters)
    return keptSteps.map((step) => pointOf(resource, step, beginOf(nowSeconds, step), most, counters))
  })
  for (const rows of chunksOf(points)) await addPoints(trx, rows)
  const ofRoutes = [...routes].flatMap(([app, byRoute]): RequestRouteRow[] =>
    [...byRoute].map(([route, counters]) => ({
      resource: resourceOf(app),
      at_seconds: beginOf(nowSeconds, minuteStep),
      route,
      requests: requestsIn(counters),
      http_5xx: counterOf(counters, 'http_5xx'),
      http_duration_ms: counterOf(counters, 'http_duration_ms'),
    })),
  )
  for (const rows of chunksOf(ofRoutes)) await addRoutes(trx, rows)
  for (const rows of chunksOf([...apps.keys()])) await touchActivity(trx, rows, now)
}

function pointOf(resource: string, step: number, at: number, most: number, counters: Counters): RequestPointRow {
  const columns = Object.fromEntries(counterNames.map((name) => [name, counterOf(counters, name)]))
  return { resource, step_seconds: step, at_seconds: at, most, ...(columns as Record<CounterName, number>) }
}

async function addPoints(trx: Trx, rows: RequestPointRow[]): Promise<void> {
  const most = sql<number>`case when excluded.most > request_points.most then excluded.most else request_points.most end`
  await trx
    .insertInto('request_points')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['resource', 'step_seconds', 'at_seconds'])
        .doUpdateSet({ ...sumsOf('request_points', counterNames), most }),
    )
    .execute()
}

async function addRoutes(trx: Trx, rows: RequestRouteRow[]): Promise<void> {
  const sums = sumsOf('request_routes', ['requests', 'http_5xx', 'http_duration_ms'])
  await trx
    .insertInto('request_routes')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['resource', 'at_seconds', 'route']).doUpdateSet(sums))
    .execute()
}

/** What is there and what comes, added. */
function sumsOf(table: string, columns: readonly string[]): Record<string, RawBuilder<number>> {
  const sum = (column: string) => sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`
  return Object.fromEntries(columns.map((column) => [column, sum(column)]))
}

/** One row an app, which tells those who follow changes. */
async function touchActivity(trx: Trx, apps: string[], now: Date): Promise<void> {
  await trx
    .insertInto('request_activity')
    .values(apps.map((app) => ({ app, counted_at: now.toISOString() })))
    .onConflict((conflict) =>
      conflict.column('app').doUpdateSet((set) => ({ counted_at: set.ref('excluded.counted_at') })),
    )
    .execute()
}

/** Sums by the steps that are told; those without a request are left out. */
export async function readBuckets(db: Db, app: string, series: Series): Promise<Bucket[]> {
  const step = sql.raw(String(Math.trunc(series.stepSeconds)))
  const at = sql<number>`at_seconds / ${step} * ${step}`
  const total = (name: string) => sql<number>`cast(sum(${sql.ref(name)}) as bigint)`
  const rows = await db
    .selectFrom('request_points')
    .select([at.as('at'), sql<number>`max(most)`.as('most')])
    .select(counterNames.map((name) => total(name).as(name)))
    .where('resource', '=', resourceOf(app))
    .where('step_seconds', '=', series.keptStep)
    .where('at_seconds', '>=', series.fromSeconds)
    .where('at_seconds', '<', series.toSeconds)
    .groupBy(at)
    .execute()
  return rows.map((row) => ({ atSeconds: Number(row.at), most: Number(row.most), counters: countersOf(row) }))
}

export interface RouteSums {
  whole: Omit<RouteFigures, 'route'>
  busiest: RouteFigures[]
}

/** The busiest routes of the whole minutes of a span, and all requests of the same minutes. */
export async function readRoutes(db: Db, app: string, span: Span): Promise<RouteSums> {
  const sum = (name: string) => sql<number>`cast(coalesce(sum(${sql.ref(name)}), 0) as bigint)`
  const from = beginOf(span.fromSeconds, minuteStep)
  const requests = sql.join(
    counterNames.slice(0, 5).map((name) => sql.ref(name)),
    sql` + `,
  )
  const [whole, busiest] = await Promise.all([
    db
      .selectFrom('request_points')
      .select([
        sql<number>`cast(coalesce(sum(${requests}), 0) as bigint)`.as('requests'),
        sum('http_5xx').as('errors'),
        sum('http_duration_ms').as('durationMs'),
      ])
      .where('resource', '=', resourceOf(app))
      .where('step_seconds', '=', minuteStep)
      .where('at_seconds', '>=', from)
      .where('at_seconds', '<', span.toSeconds)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('request_routes')
      .select([
        'route',
        sum('requests').as('requests'),
        sum('http_5xx').as('errors'),
        sum('http_duration_ms').as('durationMs'),
      ])
      .where('resource', '=', resourceOf(app))
      .where('at_seconds', '>=', from)
      .where('at_seconds', '<', span.toSeconds)
      .groupBy('route')
      .orderBy(sum('requests'), 'desc')
      .orderBy('route')
      .limit(shownRoutes)
      .execute(),
  ])
  return { whole, busiest }
}

function beginOf(seconds: number, step: number): number {
  return Math.floor(seconds / step) * step
}

const rowsAtOnce = 200

function chunksOf<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  )
}
