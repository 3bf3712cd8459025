// Clones of apps and of whole environments: what is asked for, and what would be copied or left behind. Spec 2.6.
import Type, { type Static } from 'typebox'
import { AppName, AppVolume, Domains } from './apps.ts'
import { closed, Id, named } from './common.ts'
import { Environment, GroupName, TargetId } from './projects.ts'

const CopySecrets = Type.Boolean({
  description: 'Copy the values of secrets too, which needs write:sensitive; without it they are declared and empty',
})

export const AppClone = named(
  'AppClone',
  closed({
    new_name: AppName,
    project_id: Type.Optional({ ...TargetId, description: 'That of the source unless named; empty for none' }),
    environment_id: Type.Optional({ ...TargetId, description: 'That of the source unless named; empty for none' }),
    domains: Type.Optional(Domains),
    copy_secret_values: Type.Optional(CopySecrets),
  }),
)
export type AppClone = Static<typeof AppClone>

export const EnvironmentClone = named(
  'EnvironmentClone',
  closed({
    new_environment_name: GroupName,
    copy_secret_values: Type.Optional(CopySecrets),
    apps: Type.Optional(
      Type.Array(closed({ source_app: AppName, new_name: Type.Optional(AppName), domains: Type.Optional(Domains) }), {
        maxItems: 1000,
        description: 'Apps that are to have another name than the suggested one, or domains',
      }),
    ),
  }),
)
export type EnvironmentClone = Static<typeof EnvironmentClone>

/** What a clone of one app is made of. */
const previewFields = {
  source_app: AppName,
  suggested_name: Type.String(),
  name_problem: Type.Union([Type.String(), Type.Null()], {
    description: 'Why that name cannot be used; null if it can',
  }),
  image: Type.String(),
  copied: Type.Array(Type.String(), { description: 'Settings that the clone takes over, of those that are set' }),
  declared_secrets: Type.Array(Type.String(), { description: 'Names of its secrets, never values' }),
  scheduled_task_count: Type.Integer({ description: 'Scheduled tasks, which are copied' }),
  volumes: Type.Array(AppVolume, { description: 'Made anew for the clone, and empty' }),
  domains: Type.Array(Type.String(), { description: 'Not copied' }),
  host_port: Type.Union([Type.Integer(), Type.Null()], { description: 'Not copied' }),
  left: Type.Array(Type.String(), { description: 'What the source has and the clone will not' }),
}
export const AppClonePreview = named('AppClonePreview', Type.Object(previewFields))
export type AppClonePreview = Static<typeof AppClonePreview>
export const AppClonePreviewQuery = closed({ new_name: Type.Optional(AppName) })

export const EnvironmentClonePreviewQuery = closed({ new_environment_name: GroupName })
export const EnvironmentClonePreview = named(
  'EnvironmentClonePreview',
  Type.Object({
    environment_id: Id,
    new_environment_name: Type.String(),
    name_problem: Type.Union([Type.String(), Type.Null()], { description: 'Why there can be no such environment' }),
    protected: Type.Boolean({ description: 'Copied' }),
    shared_env_keys: Type.Array(Type.String(), { description: 'Plain variables that the environment shares; copied' }),
    shared_secret_keys: Type.Array(Type.String(), {
      description: 'Its shared secrets; copied without values by default',
    }),
    apps: Type.Array(AppClonePreview),
    hidden_apps: Type.Integer({
      description: 'Apps of it that the policy of the caller leaves out, which prevent a clone',
    }),
  }),
)
export type EnvironmentClonePreview = Static<typeof EnvironmentClonePreview>

const secretsWithoutValue = Type.Array(Type.String(), { description: 'Secrets that wait for a value' })
/** The new environment, with what came along. */
export const ClonedEnvironment = named(
  'ClonedEnvironment',
  Type.Object({
    ...Environment.properties,
    apps: Type.Array(Type.Object({ source_app: AppName, name: AppName, secrets_without_value: secretsWithoutValue })),
    secrets_without_value: secretsWithoutValue,
  }),
)
export type ClonedEnvironment = Static<typeof ClonedEnvironment>
