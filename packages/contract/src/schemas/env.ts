// Variables: those that a tier shares with its apps, and what an app gets from all layers together. Spec 2.3, 2.4.
import Type, { type Static } from 'typebox'
import { closed, Id, named, oneOf } from './common.ts'

/** Lowest to highest; a higher layer wins. App integrations are shared ones, below the app's own. */
export const envLayers = [
  'organization',
  'project',
  'environment',
  'integration',
  'app',
  'app_secret',
  'storage',
  'database',
] as const
export const EnvLayer = oneOf(envLayers)
export type EnvLayer = Static<typeof EnvLayer>

/** Held to the rules of variables by the handler, whose reasons name the variable. */
export const SharedEnv = named(
  'SharedEnv',
  Type.Record(Type.String(), Type.String(), { description: 'Plain variables by name, at most 500' }),
)
export type SharedEnv = Static<typeof SharedEnv>

const MaybeValue = Type.Union([Type.String(), Type.Null()], { description: 'Null for a secret' })
export const SharedVariable = named(
  'SharedVariable',
  Type.Object({
    key: Type.String(),
    value: MaybeValue,
    secret: Type.Boolean(),
    set: Type.Boolean({ description: 'False for a secret that waits for its value' }),
  }),
)
export type SharedVariable = Static<typeof SharedVariable>

export const SharedSecretSet = named('SharedSecretSet', closed({ value: Type.String({ minLength: 1 }) }))

export const EffectiveVariable = named(
  'EffectiveVariable',
  Type.Object({
    key: Type.String(),
    value: MaybeValue,
    secret: Type.Boolean(),
    layer: EnvLayer,
    shadows: Type.Array(EnvLayer, { description: 'Lower layers that hold the same variable' }),
  }),
)
export type EffectiveVariable = Static<typeof EffectiveVariable>

export const EnvChange = named(
  'EnvChange',
  Type.Object({
    key: Type.String(),
    status: oneOf(['added', 'changed', 'removed']),
    secret: Type.Boolean({ description: 'Whether either side is a secret' }),
  }),
)
export type EnvChange = Static<typeof EnvChange>

const ComparedSide = Type.Object({ environment_id: Id, env: Type.Array(EffectiveVariable) })
export const EnvComparison = named(
  'EnvComparison',
  Type.Object({
    a: ComparedSide,
    b: ComparedSide,
    diff: Type.Array(Type.Object({ key: Type.String(), status: oneOf(['only_a', 'only_b', 'changed', 'masked']) })),
  }),
)
export type EnvComparison = Static<typeof EnvComparison>
