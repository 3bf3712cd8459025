// Deploys: one try to bring an image into service, with its phases, outcome and failure. Spec 2.14, 3.1, 7.3.
import Type, { type Static } from 'typebox'
import { ImageReference } from './apps.ts'
import { closed, Id, MaybeTime, named, oneOf, Time } from './common.ts'
import { EnvChange } from './env.ts'
import { DeployApproval, Hold } from './guards.ts'
import { RunOutcome } from './tasks.ts'

export const outcomes = ['in_progress', 'healthy', 'failed', 'canceled', 'superseded', 'blocked'] as const
export const Outcome = oneOf(outcomes)
export type Outcome = Static<typeof Outcome>

export const phaseNames = [
  'held',
  'queued',
  'pulling',
  'pre_deploy',
  'starting',
  'probing',
  'canary',
  'switching',
  'draining',
  'done',
] as const
export const PhaseName = oneOf(phaseNames)
export type PhaseName = Static<typeof PhaseName>
export const Phase = named('Phase', Type.Object({ name: PhaseName, started_at: Time, finished_at: MaybeTime }))
export type Phase = Static<typeof Phase>

export const Failure = named(
  'Failure',
  Type.Object({
    code: Type.String(),
    cause: Type.String({ description: 'What happened, in a sentence' }),
    next: Type.String({ description: 'What to do about it' }),
    log_excerpt: Type.String(),
    retryable: Type.Boolean(),
  }),
)
export type Failure = Static<typeof Failure>

export const DeployHook = named(
  'DeployHook',
  Type.Object({
    kind: oneOf(['pre_deploy', 'post_deploy']),
    command: Type.Array(Type.String()),
    outcome: RunOutcome,
    exit_code: Type.Union([Type.Integer(), Type.Null()]),
    reason: Type.String(),
    started_at: MaybeTime,
    finished_at: Time,
  }),
)
export type DeployHook = Static<typeof DeployHook>

export const Deploy = named(
  'Deploy',
  Type.Object({
    id: Id,
    app: Type.String(),
    image: Type.String(),
    digest: Type.Union([Type.String(), Type.Null()]),
    source: oneOf(['manual', 'rollback', 'api', 'auto_rollback', 'promote']),
    rollback_to: Type.Union([Id, Type.Null()]),
    outcome: Outcome,
    phases: Type.Array(Phase),
    note: Type.String(),
    by: Type.String({ description: 'Who asked for it' }),
    started_at: Time,
    finished_at: MaybeTime,
    failure: Type.Optional(Failure),
    hold: Type.Optional(Hold),
    approval: Type.Optional(DeployApproval),
    override_reason: Type.Optional(Type.String({ description: 'Why it went past a freeze window' })),
    canary_weight: Type.Optional(
      Type.Integer({
        description: 'The share of requests, in percent, that it gets beside what serves, until that is 100',
      }),
    ),
    hooks: Type.Optional(
      Type.Array(DeployHook, {
        description: 'Hooks that have ended; a failed post-deploy hook leaves the outcome as it is',
      }),
    ),
  }),
)
export type Deploy = Static<typeof Deploy>

export const OverrideReason = Type.String({ minLength: 1, maxLength: 1000 })
export const DeployCreate = named(
  'DeployCreate',
  closed({
    image: Type.Optional(ImageReference),
    rollback_to: Type.Optional(Id),
    restore_env: Type.Optional(Type.Boolean()),
    confirm: Type.Optional(Type.Boolean()),
    override_freeze: Type.Optional(
      Type.Boolean({ description: 'Go ahead inside a freeze window; needs override_reason' }),
    ),
    override_reason: Type.Optional(OverrideReason),
    note: Type.Optional(Type.String({ maxLength: 1000 })),
    canary_weight: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 99,
        description: 'When it is ready it gets this share of the requests, in percent, and waits to be told more',
      }),
    ),
  }),
)
export type DeployCreate = Static<typeof DeployCreate>

export const CanarySet = named(
  'CanarySet',
  closed({
    weight: Type.Integer({ minimum: 1, maximum: 100, description: 'In percent; with 100 it is what serves' }),
  }),
)

export const DeployDiffQuery = closed({
  from: Type.Optional(
    Type.String({ maxLength: 64, description: 'A deploy to compare with; without it, what runs now' }),
  ),
  /** As it was deployed, or as a rollback to it would be. */
  as: Type.Optional(oneOf(['deploy', 'rollback', 'rollback_with_env'])),
})
const MaybeText = Type.Union([Type.String(), Type.Null()])
export const DeployDiff = named(
  'DeployDiff',
  Type.Object({
    fields: Type.Array(Type.Object({ field: Type.String(), before: MaybeText, after: MaybeText })),
    env: Type.Array(EnvChange, { description: 'Names alone, never values' }),
  }),
)
export type DeployDiff = Static<typeof DeployDiff>

export const DeployLogLine = Type.Object({ seq: Type.Integer(), at: Time, text: Type.String() })
export type DeployLogLine = Static<typeof DeployLogLine>

export const Diagnosis = named(
  'Diagnosis',
  Type.Object({
    app: Type.String(),
    state: oneOf(['healthy', 'working', 'failing', 'stopped', 'never_deployed']),
    summary: Type.String(),
    deploy: Type.Union([Deploy, Type.Null()]),
    failure: Type.Union([Failure, Type.Null()]),
  }),
)

export const FailureContext = named(
  'FailureContext',
  Type.Object({
    app: Type.String(),
    container: Type.String(),
    lines: Type.Array(Type.String()),
    total_available: Type.Integer(),
  }),
)
