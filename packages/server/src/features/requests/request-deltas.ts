// What was counted since the last reading, out of that reading and a new one. Pure.
//
// A reading is of one process and belongs to it alone, so reloads and restarts of either side neither lose nor double
// anything: a process that was not known counts from 0, one that is gone adds nothing, and what was read is kept in the
// same transaction as what it added.
import { type Counters, counterNames, type WorkerCounters } from '../../drivers/ingress/request-counters.ts'
import { addCounters, noCounters, requestsIn } from './request-figures.ts'

/** What was last read, by process and by key: `app`, or `app|route`. */
export type Readings = Map<string, Map<string, Counters>>

export interface Deltas {
  apps: Map<string, Counters>
  /** By app, then by route. */
  routes: Map<string, Map<string, Counters>>
  /** To be kept as what was last read. */
  read: { worker: string; key: string; counters: Counters }[]
  /** Keys that the process forgot: they begin again at 0. */
  forgotten: { worker: string; key: string }[]
  /** Processes that are gone. */
  gone: string[]
}

/** Routes of an app in one reading; the busiest, for the others are too many to be told apart. */
export const mostRoutes = 50

export function deltasOf(last: Readings, workers: WorkerCounters[]): Deltas {
  const deltas: Deltas = { apps: new Map(), routes: new Map(), read: [], forgotten: [], gone: [] }
  for (const { worker, apps, routes } of workers) {
    const before = last.get(worker) ?? new Map<string, Counters>()
    for (const [app, counters] of apps) {
      const since = growth(before.get(app), counters)
      if (since === undefined) continue
      deltas.apps.set(app, addCounters(deltas.apps.get(app) ?? noCounters, since))
      deltas.read.push({ worker, key: app, counters })
    }
    // Nothing of it is new.
    if (routes === undefined) continue
    for (const { app, route, key, counters, since } of busiest(before, routes)) {
      const known = deltas.routes.get(app) ?? new Map<string, Counters>()
      deltas.routes.set(app, known.set(route, addCounters(known.get(route) ?? noCounters, since)))
      deltas.read.push({ worker, key, counters })
    }
    const isThere = (key: string) => (key.includes('|') ? routes.has(key) : apps.has(key))
    deltas.forgotten.push(...[...before.keys()].filter((key) => !isThere(key)).map((key) => ({ worker, key })))
  }
  deltas.gone.push(...[...last.keys()].filter((worker) => !workers.some((each) => each.worker === worker)))
  return deltas
}

interface GrownRoute {
  app: string
  route: string
  key: string
  counters: Counters
  since: Counters
}

/** What is left out was not read: it is there the next time, grown. */
function busiest(before: Map<string, Counters>, routes: Map<string, Counters>): GrownRoute[] {
  const grown = [...routes].flatMap(([key, counters]): GrownRoute[] => {
    const since = growth(before.get(key), counters)
    const [app = '', ...rest] = key.split('|')
    return since === undefined ? [] : [{ app, route: rest.join('|') || '/', key, counters, since }]
  })
  return [...Map.groupBy(grown, ({ app }) => app).values()].flatMap((ofApp) =>
    ofApp.toSorted((one, other) => requestsIn(other.since) - requestsIn(one.since)).slice(0, mostRoutes),
  )
}

const limit = 2 ** 32
const sumAt = counterNames.indexOf('http_duration_ms')

/**
 * How much they grew; undefined when they did not. A counter that is far smaller than before went past its end; one that
 * is a little smaller was forgotten in between and began again, and so did all of its entry.
 */
function growth(before: Counters | undefined, now: Counters): Counters | undefined {
  const last = before ?? noCounters
  const isSmaller = (at: number) => at !== sumAt && (now[at] ?? 0) < (last[at] ?? 0)
  const hasBegunAgain = now.some((value, at) => isSmaller(at) && (last[at] ?? 0) - value < limit / 2)
  if (hasBegunAgain) return now.every((value) => value === 0) ? undefined : now
  if (now.every((value, at) => value === last[at])) return undefined
  return now.map((value, at) => (value - (last[at] ?? 0) + limit) % limit)
}
