import { type EnvLayer, envLayers } from '@levelrail/contract/schemas/env.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Layers, layerEnv } from './env-layers.ts'

const key = fc.constantFrom('A', 'B', 'C', 'D', '__proto__', 'constructor')
const layer = fc
  .dictionary(key, fc.string({ maxLength: 5 }), { noNullPrototype: true })
  .map((values) => new Map(Object.entries(values)))
const layers: fc.Arbitrary<Layers<string>> = fc.record(
  Object.fromEntries(envLayers.map((name) => [name, layer])) as Record<EnvLayer, typeof layer>,
  { requiredKeys: [] },
)
const holding = (all: Layers<string>, name: string) => envLayers.filter((each) => all[each]?.has(name))

test('the layers are those of the specification, in its order', () => {
  expect(envLayers).toEqual([
    ...['organization', 'project', 'environment', 'integration'],
    ...['app', 'app_secret', 'storage', 'database'],
  ])
})

test('every variable of any layer is there once, by name', () => {
  fc.assert(
    fc.property(layers, (all) => {
      const keys = [...new Set(envLayers.flatMap((name) => [...(all[name]?.keys() ?? [])]))].sort()
      expect(layerEnv(all).map((variable) => variable.key)).toEqual(keys)
    }),
  )
})

test('the highest layer wins, and tells which ones it shadows', () => {
  fc.assert(
    fc.property(layers, (all) => {
      for (const variable of layerEnv(all)) {
        const holders = holding(all, variable.key)
        expect([...variable.shadows, variable.layer]).toEqual(holders)
        expect(variable.value).toBe(all[variable.layer]?.get(variable.key))
      }
    }),
  )
})

test('what a layer does not name, it does not change', () => {
  fc.assert(
    fc.property(layers, fc.constantFrom(...envLayers), layer, (all, name, values) => {
      const changed = new Map(layerEnv({ ...all, [name]: values }).map((each) => [each.key, each]))
      for (const before of layerEnv({ ...all, [name]: new Map() })) {
        if (!values.has(before.key)) expect(changed.get(before.key)).toEqual(before)
      }
    }),
  )
})
