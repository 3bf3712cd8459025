import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CounterName,
  type Counters,
  counterNames,
  type WorkerCounters,
} from '../../drivers/ingress/request-counters.ts'
import { deltasOf, mostRoutes, type Readings } from './request-deltas.ts'
import { addCounters, counterOf, noCounters, requestsIn } from './request-figures.ts'

function counters(values: Partial<Record<CounterName, number>>): Counters {
  return counterNames.map((name) => values[name] ?? 0)
}

function worker(name: string, apps: Record<string, Counters>, routes: Record<string, Counters> = {}): WorkerCounters {
  const figures = { apps: new Map(Object.entries(apps)), routes: new Map(Object.entries(routes)) }
  return { worker: name, isCurrent: true, isFinished: false, ...figures }
}

function readings(...of: WorkerCounters[]): Readings {
  return new Map(of.map(({ worker, apps, routes }) => [worker, new Map([...apps, ...(routes ?? [])])]))
}

test('what grew is told, by app and route, and what did not is not', () => {
  const before = worker('w', { web: counters({ http_2xx: 5 }), api: counters({ http_2xx: 1 }) })
  const now = worker(
    'w',
    { web: counters({ http_2xx: 7, http_5xx: 1 }), api: counters({ http_2xx: 1 }) },
    { 'web|': counters({ http_2xx: 2 }), 'web|/a|b': counters({ http_5xx: 1 }) },
  )
  const deltas = deltasOf(readings(before), [now])
  expect([...deltas.apps]).toEqual([['web', counters({ http_2xx: 2, http_5xx: 1 })]])
  expect([...(deltas.routes.get('web') ?? [])]).toEqual([
    ['/', counters({ http_2xx: 2 })],
    ['/a|b', counters({ http_5xx: 1 })],
  ])
  expect(deltas.read.map(({ key }) => key)).toEqual(['web', 'web|', 'web|/a|b'])
  expect(deltas).toMatchObject({ forgotten: [], gone: [] })
})

test('an entry that was forgotten and began again counts from 0', () => {
  const before = worker('w', { web: counters({ http_2xx: 5, http_duration_ms: 900 }) })
  const again = deltasOf(readings(before), [worker('w', { web: counters({ http_2xx: 2, http_duration_ms: 950 }) })])
  expect([...again.apps]).toEqual([['web', counters({ http_2xx: 2, http_duration_ms: 950 })]])
  const gone = deltasOf(readings(before), [worker('w', {})])
  expect(gone).toMatchObject({ forgotten: [{ worker: 'w', key: 'web' }], read: [] })
})

test('a counter that went past its end goes on', () => {
  const before = worker('w', { web: counters({ http_2xx: 10, http_duration_ms: 2 ** 32 - 10 }) })
  const sum = deltasOf(readings(before), [worker('w', { web: counters({ http_2xx: 11, http_duration_ms: 5 }) })])
  expect([...sum.apps]).toEqual([['web', counters({ http_2xx: 1, http_duration_ms: 15 })]])
  const late = worker('w', { web: counters({ http_2xx: 2 ** 32 - 1 }) })
  const count = deltasOf(readings(late), [worker('w', { web: counters({ http_2xx: 1 }) })])
  expect([...count.apps]).toEqual([['web', counters({ http_2xx: 2 })]])
})

test('processes that are gone are forgotten, and those that were not read again are not', () => {
  const last = readings(
    worker('gone', { web: counters({ http_2xx: 1 }) }),
    worker('same', { web: counters({ http_2xx: 3 }) }),
  )
  const same = { ...worker('same', { web: counters({ http_2xx: 3 }) }), routes: undefined }
  expect(deltasOf(last, [same])).toEqual({
    apps: new Map(),
    routes: new Map(),
    read: [],
    forgotten: [],
    gone: ['gone'],
  })
})

test('the busiest routes are told apart, and the others are there the next time', () => {
  const many = Object.fromEntries(
    Array.from({ length: mostRoutes + 5 }, (_, at) => [`web|/${at}`, counters({ http_2xx: at + 1 })]),
  )
  const now = worker('w', { web: counters({ http_2xx: 1000 }) }, many)
  const first = deltasOf(new Map(), [now])
  expect(first.routes.get('web')?.size).toBe(mostRoutes)
  expect(first.routes.get('web')?.has('/0')).toBe(false)
  const read = new Map([['w', new Map(first.read.map(({ key, counters }) => [key, counters]))]])
  expect([...(deltasOf(read, [now]).routes.get('web')?.keys() ?? [])].toSorted()).toEqual([
    '/0',
    '/1',
    '/2',
    '/3',
    '/4',
  ])
})

/** A proxy and a store in which whatever may happen happens; the sums must be what was asked. */
class World {
  asked = new Map<string, number>()
  kept = new Map<string, number>()
  keptRoutes = 0
  #readings: Readings = new Map()
  #workers: { name: string; isOld: boolean; apps: Map<string, Counters>; routes: Map<string, Counters> }[] = []
  #made = 0

  constructor() {
    this.reload()
  }

  reload(): void {
    for (const each of this.#workers) each.isOld = true
    this.#workers.push({ name: `w${this.#made++}`, isOld: false, apps: new Map(), routes: new Map() })
  }

  ask(app: string, route: string, old: number): void {
    const at = this.#workers[old % this.#workers.length]
    const one = counters({ http_2xx: 1, http_duration_ms: 2 ** 31, http_bucket_5: 1 })
    const wrapped = (sum: Counters) => sum.map((value) => value % 2 ** 32)
    at?.apps.set(app, wrapped(addCounters(at.apps.get(app) ?? noCounters, one)))
    at?.routes.set(`${app}|${route}`, wrapped(addCounters(at.routes.get(`${app}|${route}`) ?? noCounters, one)))
    this.asked.set(app, (this.asked.get(app) ?? 0) + 1)
  }

  /** `isKept` false: the control plane is killed before its transaction is committed. */
  read(isKept: boolean): void {
    const workers = this.#workers.map(({ name, apps, routes }) =>
      worker(name, Object.fromEntries(apps), Object.fromEntries(routes)),
    )
    const deltas = deltasOf(this.#readings, workers)
    if (!isKept) return
    for (const [app, since] of deltas.apps) this.kept.set(app, (this.kept.get(app) ?? 0) + requestsIn(since))
    for (const byRoute of deltas.routes.values())
      for (const since of byRoute.values()) this.keptRoutes += counterOf(since, 'http_2xx')
    for (const { worker, key } of deltas.forgotten) this.#readings.get(worker)?.delete(key)
    for (const gone of deltas.gone) this.#readings.delete(gone)
    for (const { worker, key, counters } of deltas.read)
      this.#readings.set(worker, (this.#readings.get(worker) ?? new Map()).set(key, counters))
  }

  /** The last figures of old processes are kept, so they end. */
  release(): void {
    this.read(true)
    this.#workers = this.#workers.filter(({ isOld }) => !isOld)
  }

  /** Entries that nobody asked for are forgotten, which takes longer than a reading. */
  expire(app: string): void {
    this.read(true)
    for (const { apps, routes } of this.#workers) {
      apps.delete(app)
      for (const key of [...routes.keys()]) if (key.startsWith(`${app}|`)) routes.delete(key)
    }
    this.read(true)
  }
}

const app = fc.constantFrom('web', 'api')
const happening = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), app, route: fc.constantFrom('', '/a', '/a|b'), old: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom('reload' as const, 'read' as const, 'killed' as const, 'release' as const) }),
  fc.record({ kind: fc.constant('expire' as const), app }),
)

test('whatever is reloaded, killed, released or forgotten in between, every request is kept once', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
      const world = new World()
      for (const each of happenings) {
        if (each.kind === 'ask') world.ask(each.app, each.route, each.old)
        else if (each.kind === 'expire') world.expire(each.app)
        else if (each.kind === 'reload') world.reload()
        else if (each.kind === 'release') world.release()
        else world.read(each.kind === 'read')
      }
      world.read(true)
      expect(world.kept).toEqual(world.asked)
      expect(world.keptRoutes).toBe([...world.asked.values()].reduce((sum, count) => sum + count, 0))
    }),
  )
})
