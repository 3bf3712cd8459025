// The commands that bring a running process from what it has to what the plan says, without a reload. Pure. What is new
// comes first and what goes comes last, so that no request finds nothing in between.
import type { Slots } from './backend-slots.ts'
import type { IngressPlan } from './ingress.ts'
import type { ProxyServer } from './proxy-state.ts'
import { word } from './proxy-words.ts'
import { type MapEntries, type MapName, mapEntries, maps } from './render.ts'
import { cookieWords } from './render-rules.ts'

export interface ProcessState {
  servers: ProxyServer[]
  maps: MapEntries
}

/** `entries`: of the same plan, where they were made already. */
export function changesFor(
  plan: IngressPlan,
  slots: Slots,
  state: ProcessState,
  entries: MapEntries = mapEntries(plan, slots),
): string[] {
  const servers = serverChanges(plan, slots, state.servers)
  const changes = maps.map((map) => mapChanges(map, entries[map], state.maps[map]))
  return [
    ...servers.arrivals,
    ...changes.flatMap(({ arrivals }) => arrivals),
    ...changes.toReversed().flatMap(({ departures }) => departures),
    ...servers.departures,
  ]
}

interface Changes {
  arrivals: string[]
  departures: string[]
}

/** There may be a thousand servers, and few of them change: words are made only of those. */
function serverChanges(plan: IngressPlan, slots: Slots, there: ProxyServer[]): Changes {
  const thereByPath = new Map(there.map((server) => [pathOf(server), server]))
  const wantedPaths = new Set<string>()
  const arrivals: string[] = []
  const drains: string[] = []
  for (const { name: app, upstreams, rules } of plan.apps) {
    const backend = slots.byApp.get(app) ?? ''
    for (const { name, address, port, state } of upstreams) {
      const path = pathOf({ backend, name })
      const found = thereByPath.get(path)
      wantedPaths.add(path)
      // One that drains and is not known needs nothing: no request is under way with it.
      if (!found) {
        if (state !== 'serving') continue
        const where = `${word(address)}:${port}${cookieWords(rules, name)}`
        arrivals.push(`add server ${word(path)} ${where}`, `enable server ${word(path)}`)
        continue
      }
      if (found.address !== address || found.port !== port)
        arrivals.push(`set server ${word(path)} addr ${word(address)} port ${port}`)
      if (found.state !== 'serving' && state === 'serving') arrivals.push(`set server ${word(path)} state ready`)
      // Whoever has the cookie of a server that drains would still be led to it.
      if (found.state === 'serving' && state === 'draining')
        drains.push(`set server ${word(path)} state ${rules?.stickyCookie ? 'maint' : 'drain'}`)
    }
  }
  // One that still has a connection is not deleted; away, it does no harm, and the next change tries again.
  const removals: string[] = []
  for (const [path, { state }] of thereByPath) {
    if (wantedPaths.has(path)) continue
    if (state !== 'away') removals.push(`set server ${word(path)} state maint`)
    removals.push(`del server ${word(path)}`)
  }
  return { arrivals, departures: [...drains, ...removals] }
}

function pathOf({ backend, name }: { backend: string; name: string }): string {
  return `${backend}/${name}`
}

function mapChanges(map: MapName, wanted: Map<string, string>, there: Map<string, string>): Changes {
  const arrivals: string[] = []
  const departures: string[] = []
  if (wanted === there) return { arrivals, departures }
  for (const [key, value] of wanted) {
    const found = there.get(key)
    if (found === value) continue
    arrivals.push(`${found === undefined ? 'add' : 'set'} map ${map} ${word(key)} ${word(value)}`)
  }
  // The shortest first: what stands for all others goes before those that are told apart.
  const gone = [...there.keys()].filter((key) => !wanted.has(key)).toSorted((one, other) => one.length - other.length)
  for (const key of gone) departures.push(`del map ${map} ${word(key)}`)
  return { arrivals, departures }
}
