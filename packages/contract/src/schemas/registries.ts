// Credentials of image registries: who we are there. The password goes in and never comes out.
import Type, { type Static } from 'typebox'
import { closed, Id, MaybeTime, named, Time } from './common.ts'

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Host = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^\\S+$',
  description: 'Host of the registry, with its port if it has one: ghcr.io, registry.example.com:5000',
})
const Username = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^:\\s]+$',
  description: 'Without colons and spaces',
})
const Password = Type.String({ minLength: 1, maxLength: 10_000, description: 'Password or access token' })

export const RegistryCredential = named(
  'RegistryCredential',
  Type.Object({
    id: Id,
    name: Type.String(),
    registry_host: Type.String(),
    username: Type.String(),
    created_at: Time,
    updated_at: Time,
    last_used_at: MaybeTime,
    last_result: Type.Union([Type.String(), Type.Null()], {
      description: 'What the registry answered when the credential was last used; null before that',
    }),
  }),
)
export type RegistryCredential = Static<typeof RegistryCredential>

export const RegistryCredentialCreate = named(
  'RegistryCredentialCreate',
  closed({ name: Name, registry_host: Host, username: Username, password: Password }),
)
export type RegistryCredentialCreate = Static<typeof RegistryCredentialCreate>

export const RegistryCredentialUpdate = named(
  'RegistryCredentialUpdate',
  closed({
    name: Type.Optional(Name),
    registry_host: Type.Optional(Host),
    username: Type.Optional(Username),
    password: Type.Optional(Password),
  }),
)
export type RegistryCredentialUpdate = Static<typeof RegistryCredentialUpdate>

export const RegistryTest = named(
  'RegistryTest',
  Type.Object({
    accepted: Type.Boolean({ description: 'Whether the registry took the credential' }),
    answer: Type.String({ description: 'What the registry, or the engine that asked it, said' }),
    tested_at: Time,
  }),
)
export type RegistryTest = Static<typeof RegistryTest>
