// Variables being edited: what changes, how that joins with what others changed meanwhile, and which layers it meets.
import { type EffectiveVariable, type EnvLayer, envLayers } from '@levelrail/contract/schemas/env.ts'

type Env = Readonly<Record<string, string>>

/** Undefined on a side where it is not. */
export interface EnvEdit {
  key: string
  before: string | undefined
  after: string | undefined
}

export function envEdits(before: Env, after: Env): EnvEdit[] {
  const was = new Map(Object.entries(before))
  const becomes = new Map(Object.entries(after))
  return [...new Set([...was.keys(), ...becomes.keys()])]
    .map((key) => ({ key, before: was.get(key), after: becomes.get(key) }))
    .filter((edit) => edit.before !== edit.after)
}

/** The edits on top of what is there by now, so that what somebody else changed is not undone. */
export function withEdits(latest: Env, edits: readonly EnvEdit[]): Record<string, string> {
  const env = new Map(Object.entries(latest))
  for (const { key, after } of edits) {
    if (after === undefined) env.delete(key)
    else env.set(key, after)
  }
  return Object.fromEntries(env)
}

/** What a variable of the app's own meets: layers below that it hides, and the one above that hides it. */
export function layersAround(variable: EffectiveVariable | undefined): { below: EnvLayer[]; above?: EnvLayer } {
  if (!variable) return { below: [] }
  const own = envLayers.indexOf('app')
  const below = [variable.layer, ...variable.shadows].filter((layer) => envLayers.indexOf(layer) < own)
  return envLayers.indexOf(variable.layer) > own ? { below, above: variable.layer } : { below }
}
