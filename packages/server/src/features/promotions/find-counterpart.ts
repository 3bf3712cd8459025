// Which app of the other environment a promotion is for. Names tell, as clones are named: `web` and `web-staging` go
// together. Pure. Spec 2.6, 4.2.
import { slugOf } from '../clones/clone-name.ts'

/** All that it could be: one is found, none or several must be asked about. */
export function findCounterparts(
  source: { name: string; environmentName: string },
  target: { environmentName: string; names: string[] },
): string[] {
  const suffix = `-${slugOf(source.environmentName)}`
  const base = suffix !== '-' && source.name.endsWith(suffix) ? source.name.slice(0, -suffix.length) : source.name
  const slug = slugOf(target.environmentName)
  const candidates = new Set([base, `${base}-${slug}`, `${source.name}-${slug}`])
  return target.names.filter((name) => name !== source.name && candidates.has(name))
}
