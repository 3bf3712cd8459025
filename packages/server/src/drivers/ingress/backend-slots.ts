// Which app has which backend of the proxy. Backends are declared before they are needed, so that a new app is a change
// at run time and not of structure; an app keeps its own for as long as it is there. A port of an app that is dialled
// beside its own counts as an app: `web:9000`. Pure.

export interface Slots {
  /** How many backends are declared. */
  count: number
  byApp: ReadonlyMap<string, string>
}

const fewest = 32

export function slotNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `b${at + 1}`)
}

/** All backends of an app: of itself, and of each port of its own. */
export function slotsOf({ byApp }: Slots, app: string): string[] {
  return [...byApp].filter(([name]) => name === app || name.startsWith(`${app}:`)).map(([, slot]) => slot)
}

/** Apps that have a backend keep it; new ones get the lowest free. More are declared only when none is left. */
export function assignSlots(before: Slots | undefined, apps: string[]): Slots {
  let count = Math.max(fewest, before?.count ?? 0)
  while (count < apps.length) count *= 2
  const declared = new Set(slotNames(count))
  const kept = new Map(
    apps.flatMap((app): [string, string][] => {
      const slot = before?.byApp.get(app)
      return slot !== undefined && declared.has(slot) ? [[app, slot]] : []
    }),
  )
  if (kept.size === apps.length) return { count, byApp: kept }
  const taken = new Set(kept.values())
  const free = [...declared].filter((slot) => !taken.has(slot))
  for (const app of apps.toSorted()) {
    if (kept.has(app)) continue
    const slot = free.shift()
    if (slot !== undefined) kept.set(app, slot)
  }
  return { count, byApp: kept }
}
