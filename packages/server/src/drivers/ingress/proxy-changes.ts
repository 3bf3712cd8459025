// The commands that bring a running process from what it has to what the plan says, without a reload. Pure. What is new
// comes first and what goes comes last, so that no request finds nothing in between.
import type { Slots } from './backend-slots.ts'
import type { IngressPlan } from './ingress.ts'
import type { ProxyServer } from './proxy-state.ts'
import { word } from './proxy-words.ts'
import { type MapName, mapEntries, maps } from './render.ts'
import { cookieWords } from './render-rules.ts'

export interface ProcessState {
  servers: ProxyServer[]
  maps: Record<MapName, Map<string, string>>
}

export function changesFor(plan: IngressPlan, slots: Slots, state: ProcessState): string[] {
  const servers = serverChanges(plan, slots, state.servers)
  const wanted = mapEntries(plan, slots)
  const entries = maps.map((map) => mapChanges(map, wanted[map], state.maps[map]))
  return [
    ...servers.arrivals,
    ...entries.flatMap(({ arrivals }) => arrivals),
    ...entries.toReversed().flatMap(({ departures }) => departures),
    ...servers.departures,
  ]
}

interface Changes {
  arrivals: string[]
  departures: string[]
}

function serverChanges(plan: IngressPlan, slots: Slots, there: ProxyServer[]): Changes {
  const wanted = plan.apps.flatMap(({ name: app, upstreams, rules }) =>
    upstreams.map((upstream) => ({ ...upstream, rules, backend: slots.byApp.get(app) ?? '' })),
  )
  const thereByPath = new Map(there.map((server) => [pathOf(server), server]))
  const arrivals = wanted.flatMap((server): string[] => {
    const path = pathOf(server)
    const found = thereByPath.get(path)
    // One that drains and is not known needs nothing: no request is under way with it.
    if (!found) {
      const where = `${word(server.address)}:${server.port}${cookieWords(server.rules, server.name)}`
      const add = [`add server ${path} ${where}`, `enable server ${path}`]
      return server.state === 'serving' ? add : []
    }
    const isMoved = found.address !== server.address || found.port !== server.port
    const move = isMoved ? [`set server ${path} addr ${word(server.address)} port ${server.port}`] : []
    const ready = found.state === 'serving' || server.state !== 'serving' ? [] : [`set server ${path} state ready`]
    return [...move, ...ready]
  })
  const drains = wanted
    .filter((server) => server.state === 'draining' && thereByPath.get(pathOf(server))?.state === 'serving')
    // Whoever has the cookie of a server that drains would still be led to it.
    .map((server) => `set server ${pathOf(server)} state ${server.rules?.stickyCookie ? 'maint' : 'drain'}`)
  const wantedPaths = new Set(wanted.map(pathOf))
  // One that still has a connection is not deleted; away, it does no harm, and the next change tries again.
  const removals = [...thereByPath]
    .filter(([path]) => !wantedPaths.has(path))
    .flatMap(([path, { state }]) => [
      ...(state === 'away' ? [] : [`set server ${path} state maint`]),
      `del server ${path}`,
    ])
  return { arrivals, departures: [...drains, ...removals] }
}

function pathOf({ backend, name }: { backend: string; name: string }): string {
  return word(`${backend}/${name}`)
}

function mapChanges(map: MapName, wanted: Map<string, string>, there: Map<string, string>): Changes {
  const arrivals = [...wanted].flatMap(([key, value]) => {
    if (!there.has(key)) return [`add map ${map} ${word(key)} ${word(value)}`]
    return there.get(key) === value ? [] : [`set map ${map} ${word(key)} ${word(value)}`]
  })
  const departures = [...there.keys()].filter((key) => !wanted.has(key)).map((key) => `del map ${map} ${word(key)}`)
  return { arrivals, departures }
}
