// Sign-in, sessions, the second factor and API tokens. Spec 5, reading notes "Shapes we fix now".
import Type, { type Static } from 'typebox'
import { closed, DisplayName, Email, Id, MaybeTime, named, oneOf, Password, Time, TypedPassword } from './common.ts'
import { AbilityName, MaybePolicy, User } from './users.ts'

export const SetupStatus = named('SetupStatus', Type.Object({ needed: Type.Boolean() }))
export const Setup = named(
  'Setup',
  closed({
    token: Type.String({ minLength: 1, maxLength: 200, description: 'From the one-time link that the start prints' }),
    email: Email,
    password: Password,
    display_name: DisplayName,
  }),
)

export const Login = named(
  'Login',
  closed({ email: Type.String({ minLength: 1, maxLength: 254 }), password: TypedPassword }),
)
export const MfaRequired = named(
  'MfaRequired',
  Type.Object({ mfa_required: Type.Literal(true), mfa_token: Type.String() }),
)
export const LoginResult = named('LoginResult', Type.Union([MfaRequired, User]))
export type LoginResult = Static<typeof LoginResult>

const Code = Type.String({ minLength: 6, maxLength: 32, description: 'Six digits, or a recovery code' })
export const MfaVerify = named(
  'MfaVerify',
  closed({ mfa_token: Type.String({ minLength: 1, maxLength: 200 }), code: Code }),
)
export const MfaCode = named('MfaCode', closed({ code: Code }))

export const Identity = named(
  'Identity',
  Type.Object({
    kind: oneOf(['session', 'token']),
    user: User,
    abilities: Type.Array(AbilityName),
    policy: MaybePolicy,
    expires_at: MaybeTime,
    token_name: Type.Union([Type.String(), Type.Null()]),
  }),
)
export type Identity = Static<typeof Identity>

export const ProfileUpdate = named('ProfileUpdate', closed({ display_name: DisplayName }))

export const Session = named(
  'Session',
  Type.Object({
    id: Id,
    current: Type.Boolean(),
    address: Type.String(),
    user_agent: Type.String(),
    created_at: Time,
    last_seen_at: Time,
    expires_at: Time,
  }),
)
export type Session = Static<typeof Session>

export const PasswordChange = named(
  'PasswordChange',
  closed({ current_password: TypedPassword, new_password: Password }),
)

export const TwoFactorStatus = named(
  'TwoFactorStatus',
  Type.Object({ enabled: Type.Boolean(), recovery_codes_remaining: Type.Integer() }),
)
export const TwoFactorSetup = named(
  'TwoFactorSetup',
  Type.Object({ secret: Type.String(), provisioning_uri: Type.String() }),
)
export const RecoveryCodes = named('RecoveryCodes', Type.Object({ recovery_codes: Type.Array(Type.String()) }))

const tokenFields = {
  id: Id,
  name: Type.String(),
  abilities: Type.Array(AbilityName),
  policy: MaybePolicy,
  owner_id: Id,
  owner: Type.String({ description: 'E-mail address of the person who made it' }),
  created_at: Time,
  last_used_at: MaybeTime,
  expires_at: MaybeTime,
  revoked_at: MaybeTime,
}
export const Token = named('Token', Type.Object(tokenFields))
export type Token = Static<typeof Token>
export const NewToken = named(
  'NewToken',
  Type.Object({ ...tokenFields, token: Type.String({ description: 'Shown once' }) }),
)
export const TokenCreate = named(
  'TokenCreate',
  closed({
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    abilities: Type.Array(AbilityName, { minItems: 1, maxItems: 6, uniqueItems: true }),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
    policy: Type.Optional(MaybePolicy),
  }),
)
