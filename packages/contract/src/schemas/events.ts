// The event log of an app: what happened to it, in order, for people and for change timelines. Spec 6.4.
import Type, { type Static } from 'typebox'
import { closed, Id, named, oneOf, Paging, Time } from './common.ts'

export const appEventKinds = [
  'created',
  'changed',
  'scaled',
  'stopped',
  'started',
  'restarted',
  'secret_set',
  'secret_locked',
  'secret_removed',
  'deploy_started',
  'deploy_held',
  'deploy_released',
  'deploy_approved',
  'deploy_rejected',
  'freeze_overridden',
  'deploy_succeeded',
  'deploy_failed',
  'deploy_canceled',
  'deploy_superseded',
  'rolled_back',
  'hook_failed',
  'crash_looping',
  'recovered',
  'out_of_memory',
  'liveness_restart',
  'task_failed',
  'node_moved',
  'domain_added',
  'domain_removed',
] as const
export const AppEventKind = oneOf(appEventKinds)
export type AppEventKind = Static<typeof AppEventKind>

export const AppEvent = named(
  'AppEvent',
  Type.Object({
    id: Id,
    app: Type.String(),
    at: Time,
    kind: AppEventKind,
    title: Type.String({ description: 'What happened, in a few words' }),
    detail: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Facts of this kind of event: names and numbers, never the value of a variable or secret',
    }),
    actor_kind: oneOf(['session', 'token', 'system']),
    actor: Type.String({ description: 'E-mail address or token name; empty for the platform itself' }),
    deploy_id: Type.Union([Id, Type.Null()]),
  }),
)
export type AppEvent = Static<typeof AppEvent>

export const AppEventQuery = closed({
  ...Paging,
  kind: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[a-z_]+(,[a-z_]+)*$',
      description: 'One kind, or several with commas',
    }),
  ),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
})
export type AppEventQuery = Static<typeof AppEventQuery>
