// Promotion: the image that an app runs in one environment goes to its counterpart in another. Spec 4.2.
import Type, { type Static } from 'typebox'
import { AppName } from './apps.ts'
import { closed, Id, named, oneOf } from './common.ts'
import { OverrideReason } from './deploys.ts'

const To = { ...Id, description: 'Id of the environment to promote to' }
const TargetName = { ...AppName, description: 'The app there; needed only where its name does not tell' }
const IncludeEnv = Type.Boolean({
  description: 'The plain variables of the app go along, and the names of its secrets; needs write',
})

export const Promote = named(
  'Promote',
  closed({
    to: To,
    target_name: Type.Optional(TargetName),
    confirm: Type.Optional(Type.Boolean({ description: 'For a protected environment' })),
    include_env: Type.Optional(IncludeEnv),
    force: Type.Optional(Type.Boolean({ description: 'Go past blockers that say so' })),
    override_freeze: Type.Optional(
      Type.Boolean({ description: 'Go ahead inside a freeze window; needs override_reason' }),
    ),
    override_reason: Type.Optional(OverrideReason),
  }),
)
export type Promote = Static<typeof Promote>
export const PromotePreviewQuery = closed({
  to: To,
  target_name: Type.Optional(TargetName),
  include_env: Type.Optional(IncludeEnv),
})

export const blockerCodes = [
  'no_target',
  'never_deployed',
  'source_not_ready',
  'target_stopped',
  'target_deploying',
  'unchanged',
  'missing_env',
  'protected_environment',
  'freeze_window_hold',
  'approval_pending',
] as const
export const Blocker = named(
  'Blocker',
  Type.Object({
    code: oneOf(blockerCodes),
    message: Type.String({ description: 'What stands in the way, and what to do' }),
    effect: oneOf(['refused', 'held'], 'Refused with 409, or recorded and held until it may go on'),
    lifted_by: Type.Union([oneOf(['confirm', 'force', 'override_freeze']), Type.Null()], {
      description: 'The field of the request that goes past it; null for none',
    }),
  }),
)
export type Blocker = Static<typeof Blocker>

const MaybeText = Type.Union([Type.String(), Type.Null()])
const Difference = Type.Object({ field: Type.String(), source: MaybeText, target: MaybeText })
const Keys = Type.Array(Type.String())
const Side = {
  app: AppName,
  environment_id: Type.String({ description: 'Empty when it is in none' }),
  environment_name: Type.String(),
}
export const PromotePreview = named(
  'PromotePreview',
  Type.Object({
    source: Type.Object(Side),
    target: Type.Object({
      ...Side,
      app: Type.Union([AppName, Type.Null()], { description: 'Null when none could be told' }),
      protected: Type.Boolean(),
    }),
    image: Type.Object({
      before: MaybeText,
      after: MaybeText,
      before_digest: MaybeText,
      after_digest: MaybeText,
      changed: Type.Boolean(),
    }),
    replicas: Type.Array(Difference, { description: 'Where they differ; the target keeps its own' }),
    resources: Type.Array(Difference, { description: 'Where they differ; the target keeps its own' }),
    health: Type.Array(Difference, { description: 'Where they differ; the target keeps its own' }),
    env: Type.Object(
      {
        add: { ...Keys, description: 'The source has it, from whichever layer, and the target does not' },
        remove: { ...Keys, description: 'Only the target has it' },
        differ: { ...Keys, description: 'Plain on both sides, with different values' },
        masked: { ...Keys, description: 'On both sides and a secret on one, so it is not compared' },
        included: { ...Keys, description: 'What include_env would add, change or remove in the target' },
      },
      { description: 'Names of variables, never values' },
    ),
    blockers: Type.Array(Blocker),
  }),
)
export type PromotePreview = Static<typeof PromotePreview>
