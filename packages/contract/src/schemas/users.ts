// People, their roles and what a credential may touch. Spec 5.
import Type, { type Static } from 'typebox'
import { abilities, roles } from '../ability.ts'
import { closed, DisplayName, Email, Id, MaybeTime, named, oneOf, Password, Time } from './common.ts'

export const AbilityName = oneOf(abilities)
export const RoleName = oneOf(roles)

const NameGlob = Type.String({ minLength: 1, maxLength: 128, pattern: '^[a-z0-9*?-]+$' })

/** Null means every resource; a list of globs means only those names, and an empty list none. */
export const Policy = named(
  'Policy',
  closed({
    apps: Type.Union([Type.Array(NameGlob, { maxItems: 100 }), Type.Null()]),
    databases: Type.Union([Type.Array(NameGlob, { maxItems: 100 }), Type.Null()]),
  }),
)
export type Policy = Static<typeof Policy>
export const MaybePolicy = Type.Union([Policy, Type.Null()])

export const User = named(
  'User',
  Type.Object({
    id: Id,
    email: Type.String(),
    display_name: Type.String(),
    role: RoleName,
    policy: MaybePolicy,
    two_factor: Type.Boolean(),
    created_at: Time,
    last_login_at: MaybeTime,
  }),
)
export type User = Static<typeof User>

export const UserCreate = named(
  'UserCreate',
  closed({
    email: Email,
    display_name: DisplayName,
    password: Password,
    role: RoleName,
    policy: Type.Optional(MaybePolicy),
  }),
)

export const UserUpdate = named(
  'UserUpdate',
  closed({
    display_name: Type.Optional(DisplayName),
    role: Type.Optional(RoleName),
    policy: Type.Optional(MaybePolicy),
  }),
)

export const UserPassword = named('UserPassword', closed({ password: Password }))
