// What the platform says of itself: version, conditions, background work, public keys.
import Type, { type Static } from 'typebox'
import { Condition, Id, MaybeTime, named, oneOf, Time } from './common.ts'

export const LoopStatus = named(
  'LoopStatus',
  Type.Object({
    name: Type.String(),
    what: Type.String(),
    every: Type.String(),
    running: Type.Integer(),
    waiting: Type.Integer(),
    last_run_at: MaybeTime,
    last_duration_ms: Type.Union([Type.Integer(), Type.Null()]),
    last_error: Type.Union([Type.String(), Type.Null()]),
    failing_keys: Type.Integer(),
  }),
)
export type LoopStatus = Static<typeof LoopStatus>

export const SystemStatus = named(
  'SystemStatus',
  Type.Object({
    version: Type.String(),
    instance_id: Id,
    node_id: Id,
    started_at: Time,
    database: oneOf(['sqlite', 'postgres']),
    schema_version: Type.Integer(),
    runs_loops: Type.Boolean({ description: 'Whether this control plane holds the lease and runs background work' }),
    lease_holder: Type.Union([Type.String(), Type.Null()]),
    memory_bytes: Type.Integer(),
    conditions: Type.Array(Condition),
    loops: Type.Array(LoopStatus),
  }),
)
export type SystemStatus = Static<typeof SystemStatus>

const Jwk = Type.Object({
  kty: Type.String(),
  crv: Type.String(),
  x: Type.String(),
  kid: Type.String(),
  alg: Type.String(),
  use: Type.String(),
})
export const JwkSet = named('JwkSet', Type.Object({ keys: Type.Array(Jwk) }))
export type JwkSet = Static<typeof JwkSet>

export const SigningKey = named(
  'SigningKey',
  Type.Object({ id: Id, state: oneOf(['next', 'active', 'retiring']), created_at: Time, retire_at: MaybeTime }),
)
export type SigningKey = Static<typeof SigningKey>

export const Workflow = named(
  'Workflow',
  Type.Object({
    id: Id,
    kind: Type.String(),
    status: oneOf(['running', 'succeeded', 'failed', 'undone']),
    step: Type.Union([Type.String(), Type.Null()]),
    steps: Type.Array(Type.String()),
    error: Type.Union([Type.String(), Type.Null()]),
    started_at: Time,
    finished_at: MaybeTime,
  }),
)
export type Workflow = Static<typeof Workflow>

/** OpenAPI is described by its own standard; here it is any JSON object. */
export const OpenApiDocument = named('OpenApiDocument', Type.Record(Type.String(), Type.Unknown()))
