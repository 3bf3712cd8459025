// Apps: what a user wishes to run, and what is so. Spec 2.1, 2.2, 3.2.
import Type, { type Static } from 'typebox'
import { Condition, closed, Id, MaybeTime, named, oneOf, Time } from './common.ts'
import { Hold } from './guards.ts'
import { TargetId } from './projects.ts'

const Word = Type.String({ minLength: 1, maxLength: 1000 })
const Duration = Type.String({
  maxLength: 12,
  pattern: '^\\d{1,9}(ms|s|m|h|d)$',
  description: 'Such as 500ms, 5s or 2m',
})
const Port = Type.Integer({ minimum: 1, maximum: 65535 })
const Maybe = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

export const AppName = Type.String({ minLength: 1, maxLength: 63, pattern: '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$' })
export const ImageReference = Type.String({ minLength: 1, maxLength: 255, pattern: '^\\S+$' })
export const EnvKey = Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' })
export const Env = Type.Record(EnvKey, Type.String({ maxLength: 65536 }), {
  maxProperties: 500,
  additionalProperties: false,
})

export const Probe = named(
  'Probe',
  closed({
    type: oneOf(['http', 'tcp', 'command']),
    path: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, pattern: '^/' })),
    port: Type.Optional(Port),
    command: Type.Optional(Type.Array(Word, { minItems: 1, maxItems: 50 })),
    interval: Type.Optional(Duration),
    timeout: Type.Optional(Duration),
    failures: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    start_period: Type.Optional(Duration),
  }),
)
export type Probe = Static<typeof Probe>

export const Health = named('Health', closed({ readiness: Maybe(Probe), liveness: Maybe(Probe) }))
export const Resources = named(
  'Resources',
  closed({
    memory: Maybe(Type.String({ maxLength: 20, description: 'Such as 512Mi' })),
    cpu: Maybe(Type.String({ maxLength: 20, description: 'Such as 0.5' })),
    swap: Maybe(Type.String({ maxLength: 20, description: 'On top of memory, such as 256Mi' })),
    cpuset: Maybe(Type.String({ maxLength: 100, description: 'Such as 0-1,3' })),
  }),
)
export type Resources = Static<typeof Resources>

export const SecretDeclaration = named('SecretDeclaration', closed({ name: EnvKey, required: Type.Boolean() }))
export const AppVolume = named(
  'AppVolume',
  closed({
    name: Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' }),
    path: Type.String({ minLength: 2, maxLength: 500, pattern: '^/' }),
  }),
)
export const Hook = named(
  'Hook',
  closed({ command: Type.Array(Word, { minItems: 1, maxItems: 100 }), timeout: Type.Optional(Duration) }),
)
export type Hook = Static<typeof Hook>
export const Hooks = named('Hooks', closed({ pre_deploy: Maybe(Hook), post_deploy: Maybe(Hook) }))

const HeaderName = Type.String({ minLength: 1, maxLength: 100, pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" })
/** Shown as `https://host/(hidden)` or `(hidden)` below `read:sensitive`; sending that back keeps what is stored. */
export const LogDrain = named(
  'LogDrain',
  closed({
    url: Type.String({
      minLength: 1,
      maxLength: 2000,
      pattern: '^\\S+$',
      description: 'https://…, http://…, syslog+tcp://host:port or syslog+udp://host:port',
    }),
    headers: Type.Optional(
      Type.Record(HeaderName, Type.String({ maxLength: 4000, pattern: '^[\\x20-\\x7e]*$' }), {
        maxProperties: 20,
        additionalProperties: false,
        description: 'Sent with every batch, over HTTP only',
      }),
    ),
  }),
)
export type LogDrain = Static<typeof LogDrain>

const OtherId = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_-]*$', description: 'Empty for none' })
const Label = Type.String({ minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*$' })

export const Domains = Type.Array(Type.String({ minLength: 1, maxLength: 500, pattern: '^\\S+$' }), {
  maxItems: 50,
  description: 'Host names, each with an optional path: example.com, example.com/api',
})

const strategies = ['blue-green', 'rolling', 'recreate'] as const

/** What a person may edit; it takes effect with the next deploy or restart. */
const specFields = {
  image: Type.Union([ImageReference, Type.Literal('')], { description: 'Empty until the first deploy names one' }),
  port: Maybe(Port),
  env: Env,
  secret_env: Type.Array(SecretDeclaration, { maxItems: 500 }),
  command: Type.Array(Word, { maxItems: 100 }),
  entrypoint: Type.Array(Word, { maxItems: 100 }),
  pull_policy: oneOf(['missing', 'always', 'never']),
  resources: Resources,
  health: Health,
  labels: Type.Record(Label, Type.String({ maxLength: 1000 }), { maxProperties: 100, additionalProperties: false }),
  strategy: oneOf(strategies),
  replicas: Type.Integer({ minimum: 0, maximum: 50 }),
  volumes: Type.Array(AppVolume, { maxItems: 20 }),
  host_port: Type.Union([Port, Type.Null()], { description: 'A port of the machine that leads to `port`' }),
  bind_address: Type.String({
    minLength: 1,
    maxLength: 45,
    pattern: '^[A-Za-z0-9.:]+$',
    description: 'Where `host_port` listens: private (loopback), public (every interface), or an IP address',
  }),
  domains: Domains,
  registry_credential_id: OtherId,
  hooks: Hooks,
  egress_policy: oneOf(['open', 'internal']),
  storage_target_id: OtherId,
  auto_rollback: Type.Boolean(),
  exec_enabled: Type.Boolean({ description: 'Turning it on needs root' }),
}
export const AppSpec = closed(specFields)
export type AppSpec = Static<typeof AppSpec>

/** Kept sealed and apart from the rest. It acts at once; changing it needs `write:sensitive`. */
const drainField = { log_drain: Maybe(LogDrain) }

/** Fields with a route of their own, or none: accepted in a PUT when unchanged. */
const ownRouteFields = {
  node_id: Type.String(),
  project_id: Type.String(),
  environment_id: Type.String(),
  suspended: Type.Boolean(),
  restart_nonce: Type.String(),
}

export const Replica = named(
  'Replica',
  Type.Object({
    number: Type.Integer(),
    deploy_id: Id,
    container: Type.String(),
    state: Type.String(),
    ready: Type.Boolean(),
    address: Type.String(),
  }),
)

/** The newest deploy in short, so that a list of apps needs no second read. Its outcome is one of `Outcome`. */
const LatestDeploy = named(
  'LatestDeploy',
  Type.Object({
    id: Id,
    outcome: Type.String(),
    image: Type.String(),
    started_at: Time,
    finished_at: MaybeTime,
    hold: Maybe(Hold),
  }),
)

export const App = named(
  'App',
  Type.Object({
    name: AppName,
    ...specFields,
    ...drainField,
    ...ownRouteFields,
    conditions: Type.Array(Condition),
    current_deploy_id: Maybe(Id),
    deploy_in_progress_id: Maybe(Id),
    latest_deploy: Maybe(LatestDeploy),
    running_image: Maybe(Type.String()),
    running_digest: Maybe(Type.String()),
    /** When a replica that ended again and again is started next. */
    next_restart_at: MaybeTime,
    /** How the next deploy replaces what runs: an app that must not run twice at once is stopped first. */
    effective_strategy: oneOf(strategies),
    /** Fields that differ from what runs; they take effect with the next deploy or restart. */
    pending: Type.Array(Type.String()),
    created_at: Time,
    updated_at: Time,
  }),
)
export type App = Static<typeof App>

const optionalSpec = Type.Partial(closed({ ...specFields, ...drainField })).properties
export const AppCreate = named(
  'AppCreate',
  closed({
    name: AppName,
    ...optionalSpec,
    project_id: Type.Optional(TargetId),
    environment_id: Type.Optional(TargetId),
    deploy: Type.Optional(Type.Boolean()),
    confirm: Type.Optional(Type.Boolean({ description: 'For a first deploy into a protected environment' })),
  }),
)
export type AppCreate = Static<typeof AppCreate>
export const AppUpdate = named('AppUpdate', closed(optionalSpec))
export type AppUpdate = Static<typeof AppUpdate>
export const AppReplace = named(
  'AppReplace',
  closed({
    ...specFields,
    ...drainField,
    ...Type.Partial(Type.Object({ name: AppName, ...ownRouteFields })).properties,
    conditions: Type.Optional(Type.Unknown()),
    current_deploy_id: Type.Optional(Type.Unknown()),
    deploy_in_progress_id: Type.Optional(Type.Unknown()),
    latest_deploy: Type.Optional(Type.Unknown()),
    running_image: Type.Optional(Type.Unknown()),
    running_digest: Type.Optional(Type.Unknown()),
    next_restart_at: Type.Optional(Type.Unknown()),
    effective_strategy: Type.Optional(Type.Unknown()),
    pending: Type.Optional(Type.Unknown()),
    created_at: Type.Optional(Type.Unknown()),
    updated_at: Type.Optional(Type.Unknown()),
  }),
)
export type AppReplace = Static<typeof AppReplace>

export const AppSummary = named(
  'AppSummary',
  Type.Object({
    total: Type.Integer(),
    ready: Type.Integer(),
    working: Type.Integer(),
    failing: Type.Integer(),
    stopped: Type.Integer(),
  }),
)

export const AppSecret = named(
  'AppSecret',
  Type.Object({
    name: Type.String(),
    set: Type.Boolean(),
    required: Type.Boolean(),
    locked: Type.Boolean(),
    updated_at: MaybeTime,
  }),
)
export type AppSecret = Static<typeof AppSecret>
export const AppSecretSet = named(
  'AppSecretSet',
  closed({
    value: Type.String({ minLength: 1, maxLength: 65536 }),
    locked: Type.Optional(Type.Boolean()),
    overwrite_locked: Type.Optional(Type.Boolean()),
  }),
)
export const AppSecretLock = named('AppSecretLock', closed({ locked: Type.Boolean() }))

/** Only the keys that are named change; null takes one away. */
export const EnvChanges = named(
  'EnvChanges',
  Type.Record(EnvKey, Maybe(Type.String({ maxLength: 65536 })), { maxProperties: 500, additionalProperties: false }),
)
export type EnvChanges = Static<typeof EnvChanges>
