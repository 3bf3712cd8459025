// Where the DNS records of a domain point to, and where they should.
import Type, { type Static } from 'typebox'
import { closed, named, oneOf, Time } from './common.ts'

export const dnsStatuses = ['connected', 'not_resolving', 'resolves_elsewhere', 'unconfigured'] as const

export const DnsRecord = named(
  'DnsRecord',
  Type.Object({
    type: oneOf(['A', 'AAAA']),
    name: Type.String(),
    value: Type.String(),
    ttl: Type.Integer({ description: 'Seconds' }),
  }),
)
export type DnsRecord = Static<typeof DnsRecord>

export const DnsCheck = named(
  'DnsCheck',
  Type.Object({
    domain: Type.String({ description: 'The host name that was looked at' }),
    status: oneOf(
      dnsStatuses,
      '`connected`: every address is one of ours; `unconfigured`: ours are not known, set public_addresses in the settings of the ingress, or there is no domain to look at',
    ),
    message: Type.String({ description: 'What is so, and what to do' }),
    resolved: Type.Object({
      a: Type.Array(Type.String()),
      aaaa: Type.Array(Type.String()),
      cname: Type.Array(Type.String()),
    }),
    expected: Type.Array(Type.String(), { description: 'Addresses that it should lead to, one or more of them' }),
    records: Type.Array(DnsRecord, { description: 'Records to make at the DNS provider; any others must go' }),
    checked_at: Time,
  }),
)
export type DnsCheck = Static<typeof DnsCheck>

export const DnsCheckQuery = closed({
  domain: Type.String({ minLength: 1, maxLength: 2048, description: 'A host name; a path after it does not matter' }),
})
