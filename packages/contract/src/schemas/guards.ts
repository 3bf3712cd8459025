// Guards of deploys: windows in which nothing is deployed, and approvals by other people. Spec 3.1, 7.3.
import Type, { type Static } from 'typebox'
import { closed, Id, MaybeTime, named, oneOf, Paging, Time } from './common.ts'

const WindowName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'Unique' })
const Reason = Type.String({ maxLength: 1000, description: 'Why nothing is deployed then' })
const Schedule = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'When it begins: five cron fields, such as `0 18 * * fri`',
})
const Duration = Type.String({
  maxLength: 12,
  pattern: '^\\d{1,9}(ms|s|m|h|d)$',
  description: 'Such as 12h or 2d, as the clocks of the time zone count it',
})
const TimeZone = Type.String({ minLength: 1, maxLength: 64, description: 'IANA name, such as Europe/Berlin' })
const ScopeId = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_-]*$' })

export const freezeScopes = ['all', 'project', 'environment', 'app'] as const
export const FreezeScope = oneOf(freezeScopes)
export type FreezeScope = Static<typeof FreezeScope>

export const FreezeSpan = named('FreezeSpan', Type.Object({ starts_at: Time, ends_at: Time }))
export type FreezeSpan = Static<typeof FreezeSpan>
const MaybeSpan = Type.Union([FreezeSpan, Type.Null()])

export const FreezeWindow = named(
  'FreezeWindow',
  Type.Object({
    id: Id,
    name: Type.String(),
    reason: Type.String(),
    scope: FreezeScope,
    scope_id: Type.String({ description: 'Id of the project or environment, or name of the app; empty for all' }),
    scope_name: Type.String({ description: 'For people' }),
    starts_at: MaybeTime,
    ends_at: MaybeTime,
    schedule: Type.Union([Type.String(), Type.Null()], { description: 'Of a recurring one; null for a single one' }),
    duration: Type.Union([Type.String(), Type.Null()]),
    time_zone: Type.String(),
    schedule_words: Type.String({ description: 'When it holds, in words' }),
    active: MaybeSpan,
    next: MaybeSpan,
    created_by: Type.String(),
    created_at: Time,
    updated_at: Time,
  }),
)
export type FreezeWindow = Static<typeof FreezeWindow>

/** Either `ends_at`, with `starts_at` or from now on, or `schedule` with `duration`. */
const whenFields = {
  starts_at: Type.Optional(Time),
  ends_at: Type.Optional(Time),
  schedule: Type.Optional(Schedule),
  duration: Type.Optional(Duration),
  time_zone: Type.Optional(TimeZone),
}
export const FreezeWindowCreate = named(
  'FreezeWindowCreate',
  closed({
    name: WindowName,
    reason: Type.Optional(Reason),
    scope: Type.Optional(FreezeScope),
    scope_id: Type.Optional(ScopeId),
    ...whenFields,
  }),
)
export type FreezeWindowCreate = Static<typeof FreezeWindowCreate>
export const FreezeWindowUpdate = named(
  'FreezeWindowUpdate',
  closed({ name: Type.Optional(WindowName), reason: Type.Optional(Reason), ...whenFields }),
)
export type FreezeWindowUpdate = Static<typeof FreezeWindowUpdate>

export const FreezeCalendarQuery = closed({ from: Type.Optional(Time), to: Type.Optional(Time) })
export const FreezeCalendarEntry = named(
  'FreezeCalendarEntry',
  Type.Object({
    window_id: Id,
    name: Type.String(),
    scope: FreezeScope,
    scope_id: Type.String(),
    ...FreezeSpan.properties,
  }),
)
export type FreezeCalendarEntry = Static<typeof FreezeCalendarEntry>

export const holdCodes = ['freeze_window_hold', 'approval_pending'] as const
export const Hold = named(
  'Hold',
  Type.Object({
    code: oneOf(holdCodes),
    window_id: Type.Union([Id, Type.Null()], { description: 'The freeze window that holds it' }),
    window: Type.Union([Type.String(), Type.Null()], { description: 'Its name' }),
    until: Type.Union([Time, Type.Null()], { description: 'When it goes on by itself; null when a person decides' }),
    expires_at: Type.Union([Time, Type.Null()], { description: 'When it is cancelled unless it was approved' }),
  }),
)
export type Hold = Static<typeof Hold>

export const approvalStates = ['pending', 'approved', 'rejected', 'expired', 'canceled'] as const
export const ApprovalState = oneOf(approvalStates)
export type ApprovalState = Static<typeof ApprovalState>
export const ApprovalVote = named(
  'ApprovalVote',
  Type.Object({ by: Type.String(), decision: oneOf(['approved', 'rejected']), comment: Type.String(), at: Time }),
)
export type ApprovalVote = Static<typeof ApprovalVote>

const approvalFields = {
  state: ApprovalState,
  required: Type.Integer({ description: 'How many people have to approve' }),
  expires_at: Time,
  votes: Type.Array(ApprovalVote),
}
export const DeployApproval = named('DeployApproval', Type.Object(approvalFields))
export type DeployApproval = Static<typeof DeployApproval>

export const Approval = named(
  'Approval',
  Type.Object({
    deploy_id: Id,
    app: Type.String(),
    image: Type.String(),
    rollback_to: Type.Union([Id, Type.Null()]),
    by: Type.String({ description: 'Who asked for the deploy' }),
    note: Type.String(),
    requested_at: Time,
    ...approvalFields,
    refusal: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the caller cannot decide; null when they can',
    }),
  }),
)
export type Approval = Static<typeof Approval>

export const ApprovalQuery = closed({ ...Paging, state: Type.Optional(ApprovalState) })
export const ApprovalDecision = named(
  'ApprovalDecision',
  closed({ comment: Type.Optional(Type.String({ maxLength: 1000 })) }),
)

export const FreezeOverride = named(
  'FreezeOverride',
  closed({ override_reason: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }) }),
)

export const ApprovalRule = named(
  'ApprovalRule',
  Type.Object({
    scope: oneOf(['environment', 'app']),
    scope_id: Type.String({ description: 'Id of the environment, or name of the app' }),
    scope_name: Type.String({ description: 'For people' }),
    required: Type.Integer(),
    expires_after: Type.String(),
    updated_by: Type.String(),
    updated_at: Time,
  }),
)
export type ApprovalRule = Static<typeof ApprovalRule>
export const ApprovalRuleSet = named(
  'ApprovalRuleSet',
  closed({
    required: Type.Integer({ minimum: 1, maximum: 10, description: 'How many people have to approve' }),
    expires_after: Type.Optional(
      Type.String({
        maxLength: 12,
        pattern: '^\\d{1,9}(ms|s|m|h|d)$',
        description: 'A deploy that nobody approves is cancelled after this time; 24h by default',
      }),
    ),
  }),
)
export type ApprovalRuleSet = Static<typeof ApprovalRuleSet>
