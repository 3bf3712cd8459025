// The layers of an app's environment, lowest to highest: of each variable the highest value wins. Spec 2.3.
import { type EnvLayer, envLayers } from '@levelrail/contract/schemas/env.ts'

/** The variables of each layer by name; a layer that is not there is empty. */
export type Layers<Value> = Partial<Record<EnvLayer, ReadonlyMap<string, Value>>>

export interface LayeredVariable<Value> {
  key: string
  value: Value
  layer: EnvLayer
  /** Lower layers that hold the same variable, lowest first. */
  shadows: EnvLayer[]
}

/** By name. */
export function layerEnv<Value>(layers: Layers<Value>): LayeredVariable<Value>[] {
  const winners = new Map<string, LayeredVariable<Value>>()
  for (const layer of envLayers) {
    for (const [key, value] of layers[layer] ?? []) {
      const below = winners.get(key)
      winners.set(key, { key, value, layer, shadows: below ? [...below.shadows, below.layer] : [] })
    }
  }
  return [...winners.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
}
