// Request metrics over the API, on both databases: what was read of the proxy is kept once, rolled up, told and swept.
import { openStream } from '@levelrail/contract/client.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type CounterName,
  type Counters,
  counterNames,
  type WorkerCounters,
} from '../../src/drivers/ingress/request-counters.ts'
import { forgetRequestsOf } from '../../src/features/requests/forget-requests.ts'
import { keepRequests } from '../../src/features/requests/keep-requests.ts'
import { planRetention, removeEnded } from '../../src/features/system/retention.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { type Api, type As, startWithAdmin } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { storeKinds } from '../support/stores.ts'

const hourMs = 3_600_000
const begin = Date.parse('2026-05-01T10:00:00Z')

function counters(values: Partial<Record<CounterName, number>>): Counters {
  return counterNames.map((name) => values[name] ?? 0)
}

function reading(
  worker: string,
  apps: Record<string, Counters>,
  routes: Record<string, Counters> = {},
): WorkerCounters {
  const figures = { apps: new Map(Object.entries(apps)), routes: new Map(Object.entries(routes)) }
  return { worker, isCurrent: true, isFinished: false, ...figures }
}

const answered = (count: number) => counters({ http_2xx: count, http_duration_ms: count * 20, http_bucket_25: count })

/** As if they were read then. */
function keepAt({ ctx }: Api, ms: number, ...workers: WorkerCounters[]): Promise<void> {
  const clock: Clock = { ...ctx.clock, now: () => new Date(begin + ms) }
  return keepRequests({ db: ctx.db, clock }, workers)
}

async function view(api: Api & { admin: As }, fromMs: number, toMs: number, more: object = {}) {
  const query = { from: new Date(begin + fromMs).toISOString(), to: new Date(begin + toMs).toISOString(), ...more }
  return api.call('appRequestView', { params: { name: 'web' }, query }, api.admin)
}

/** What is kept is long ago by the clock of the machine. */
const forEver = {
  APP_METRICS_RETENTION: '0s',
  APP_METRICS_RETENTION_1M: '0s',
  APP_METRICS_RETENTION_1H: '0s',
}

describe.each(storeKinds)('on %s', (kind) => {
  test('points, summary and routes of a span, and of the one before', async () => {
    const api = await startWithAdmin(kind, forEver)
    await api.call('appCreate', { body: { name: 'web' } }, api.admin)
    await keepAt(api, -hourMs, reading('w1', { web: answered(10), gone: answered(5) }))
    await keepAt(api, 1000, reading('w1', { web: answered(40) }, { 'web|': answered(20), 'web|/a': answered(5) }))
    // The same once more adds nothing; a second process counts for itself.
    await keepAt(api, 2000, reading('w1', { web: answered(40) }, { 'web|': answered(20), 'web|/a': answered(5) }))
    const failed = counters({ http_5xx: 15, http_upstream_errors: 5, http_duration_ms: 0, http_bucket_5: 15 })
    await keepAt(api, 61_000, reading('w2', { web: failed }, { 'web|/a': failed }))

    const { body } = await view(api, 0, hourMs, { compare: 'previous' })
    expect(body).toMatchObject({ from: '2026-05-01T10:00:00.000Z', to: '2026-05-01T11:00:00.000Z', step_seconds: 15 })
    expect(body.points).toHaveLength(240)
    expect(body.points.filter(({ count }) => count > 0)).toEqual([
      expect.objectContaining({
        at: '2026-05-01T10:00:00.000Z',
        count: 30,
        rate: 2,
        max: 2,
        http_2xx: 30,
        mean_ms: 20,
      }),
      expect.objectContaining({ at: '2026-05-01T10:01:00.000Z', count: 15, http_5xx: 15, http_upstream_errors: 5 }),
    ])
    expect(body.summary).toMatchObject({ count: 45, max: 2, share_5xx: 0.333333, p50_ms: 13.75 })
    expect(body.routes).toEqual([
      { route: '/', count: 20, share: 0.444444, share_5xx: 0, mean_ms: 20 },
      { route: '/a', count: 20, share: 0.444444, share_5xx: 0.75, mean_ms: 5 },
      { route: 'other', count: 5, share: 0.111111, share_5xx: 0, mean_ms: 20 },
    ])
    expect(body.previous_summary?.count).toBe(10)
    expect(body.previous_points).toHaveLength(240)

    const { body: coarse } = await view(api, 0, hourMs, { max_points: 7 })
    expect(coarse.points.length).toBeLessThanOrEqual(7)
    expect(coarse.points[0]).toMatchObject({ count: 45, max: 2 })
    expect(coarse.previous_points).toBeUndefined()
    // From the points of an hour.
    const { body: month } = await view(api, -20 * 24 * hourMs, 10 * 24 * hourMs)
    expect(month.summary).toMatchObject({ count: 55, max: 2 })
    expect(await api.ctx.db.selectFrom('request_points').select('resource').distinct().execute()).toEqual([
      { resource: 'service:web' },
    ])
  })

  test('what the proxy forgot counts from the beginning, and many routes at once are no matter', async () => {
    const api = await startWithAdmin(kind, forEver)
    await api.call('appCreate', { body: { name: 'web' } }, api.admin)
    const many = Array.from({ length: 500 }, (_, at): [string, Counters] => [`web|/${at}`, answered(1)])
    for (const tick of Array.from({ length: 10 }, (_, at) => at))
      await keepAt(api, tick * 1000, reading('w1', { web: answered(500) }, Object.fromEntries(many)))
    const { body: all } = await view(api, 0, hourMs)
    expect(all.summary.count).toBe(500)
    expect(all.routes).toHaveLength(11)
    expect(await api.ctx.db.selectFrom('request_readings').selectAll().execute()).toHaveLength(501)
    await keepAt(api, 20_000, reading('w1', { web: answered(501) }, { 'web|/0': answered(1) }))
    await keepAt(api, 21_000, reading('w1', { web: answered(502) }, { 'web|/0': answered(1), 'web|/1': answered(1) }))
    expect(await api.ctx.db.selectFrom('request_readings').selectAll().execute()).toHaveLength(3)
    expect((await view(api, 0, hourMs)).body.routes[0]).toMatchObject({ route: '/1', count: 2 })
  })

  test('what cannot be asked is refused with the reason, and an app of others is not there', async () => {
    const api = await startWithAdmin(kind)
    await api.call('appCreate', { body: { name: 'web' } }, api.admin)
    expect((await view(api, hourMs, 0)).error).toContain('from: must be before to')
    expect((await view(api, -500 * 24 * hourMs, 0)).error).toContain('at most 400 days')
    expect(await api.call('appRequestView', { params: { name: 'none-such' } }, api.admin)).toMatchObject({
      status: 404,
    })
    const body = { name: 'narrow', abilities: ['read' as const], policy: { apps: ['other'], databases: null } }
    const { body: token } = await api.call('tokenCreate', { body }, api.admin)
    expect(await api.call('appRequestView', { params: { name: 'web' } }, { token: token.token })).toMatchObject({
      status: 404,
    })
    const { body: empty } = await api.call('appRequestView', { params: { name: 'web' } }, api.admin)
    expect(empty).toMatchObject({ routes: [], summary: { count: 0, rate: 0, p95_ms: null, share_5xx: 0 } })
  })

  test('what was counted is told to those who may see the app', async () => {
    const api = await startWithAdmin(kind)
    for (const name of ['web', 'blog']) await api.call('appCreate', { body: { name } }, api.admin)
    const body = { name: 'narrow', abilities: ['read' as const], policy: { apps: ['web'], databases: null } }
    const { body: token } = await api.call('tokenCreate', { body }, api.admin)
    const heard: string[] = []
    let isOpen = false
    const line = new AbortController()
    onTestFinished(() => line.abort())
    const stream = openStream({ baseUrl: api.url, token: token.token }, 'changeFollow', { signal: line.signal })
    void (async () => {
      for await (const { data } of stream) {
        isOpen = true
        const { changes = [] } = data as { changes?: { kind: string; name: string }[] }
        heard.push(...changes.map(({ kind, name }) => `${kind}:${name}`))
      }
    })().catch(() => {})
    await eventually(() => isOpen).toBe(true)
    await keepAt(api, 0, reading('w1', { blog: answered(1), web: answered(1) }))
    await keepAt(api, 15_000, reading('w1', { blog: answered(2), web: answered(2) }))
    await eventually(() => heard).toContain('requests:web')
    expect(heard).not.toContain('requests:blog')
  })

  test('points go by their step, and all of them with the app', async () => {
    const api = await startWithAdmin(kind)
    const { db } = api.ctx
    await api.call('appCreate', { body: { name: 'web' } }, api.admin)
    await keepAt(api, 0, reading('w1', { web: answered(1) }, { 'web|': answered(1) }))
    await keepAt(api, 50 * hourMs, reading('w1', { web: answered(2) }, { 'web|': answered(2) }))
    const requestsMs = { 15: hourMs, 60: 40 * hourMs, 3600: 0 }
    const keeping = { auditMs: 0, refusedMs: 0, eventsMs: 0, runsMs: 0, runsPerTask: 1, requestsMs }
    for (const action of planRetention(keeping, new Date(begin + 50.5 * hourMs)))
      if (action.kind.startsWith('request')) await removeEnded(api.ctx, action)
    const left = await db.selectFrom('request_points').select('step_seconds').orderBy('step_seconds').execute()
    expect(left.map(({ step_seconds }) => step_seconds)).toEqual([15, 60, 3600, 3600])
    expect(await db.selectFrom('request_routes').selectAll().execute()).toHaveLength(1)
    await db.transaction().execute((trx) => forgetRequestsOf(trx, 'web'))
    for (const table of ['request_points', 'request_routes', 'request_activity'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
