// The audit log: who did what to what, from where, and how it was answered. Spec 6.4.
import Type, { type Static } from 'typebox'
import { closed, Id, named, oneOf, Paging, Time } from './common.ts'

export const AuditEntry = named(
  'AuditEntry',
  Type.Object({
    id: Id,
    at: Time,
    last_at: Type.Union([Time, Type.Null()], { description: 'Time of the latest of several refused attempts' }),
    count: Type.Integer({ description: 'More than 1 for refused attempts that were counted together' }),
    actor_kind: oneOf(['session', 'token', 'system', 'anonymous']),
    actor: Type.String({ description: 'E-mail address or token name; empty when nobody is known' }),
    actor_id: Type.String(),
    action: Type.String({ description: 'Route id, or the name of a system event' }),
    resource: Type.String(),
    status: Type.Integer(),
    refused: Type.Boolean({ description: 'Counted together with others of the same address and minute' }),
    address: Type.String(),
    request_id: Type.String(),
  }),
)
export type AuditEntry = Static<typeof AuditEntry>

const Filter = Type.Optional(Type.String({ minLength: 1, maxLength: 254 }))
const PartFilter = Type.Optional(
  Type.String({ minLength: 1, maxLength: 254, description: 'Any part of it, in any case' }),
)
export const AuditQuery = closed({
  ...Paging,
  actor: PartFilter,
  action: Filter,
  resource: PartFilter,
  address: Filter,
  outcome: Type.Optional(oneOf(['ok', 'failed', 'refused'])),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
})
export type AuditQuery = Static<typeof AuditQuery>
