// Settings of the ingress that are changed while it runs: the primary domain, links, TLS in front of it, ACME. Spec 4.6.
import Type, { type Static } from 'typebox'
import { closed, MaybeTime, named } from './common.ts'

const fields = {
  primary_domain: Type.Union([Type.String({ minLength: 1, maxLength: 253 }), Type.Null()], {
    description: 'Host name of the platform itself; null for none',
  }),
  public_https_port: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    description:
      'Port in https links to apps: 443 leaves it out, any other is appended, 0 keeps the port on which the ingress listens',
  }),
  tls_terminated_upstream: Type.Boolean({
    description: 'Another proxy in front takes TLS: the ingress neither redirects to https nor gets certificates',
  }),
  acme_enabled: Type.Boolean({ description: 'Get certificates for domains from a certificate authority by ACME' }),
  acme_email: Type.String({
    maxLength: 254,
    description: 'Where the certificate authority writes to; needed while acme_enabled is true, empty for none',
  }),
  acme_directory_url: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'The ACME directory of the certificate authority: https, or http on loopback',
  }),
  acme_eab_key_id: Type.String({
    maxLength: 500,
    description: 'External account binding: the key id that the certificate authority gave; empty for none',
  }),
  acme_ca_certificate: Type.String({
    maxLength: 65_536,
    description:
      'PEM of the authority that signed the certificate of the ACME server itself; empty trusts the public ones',
  }),
  public_addresses: Type.Array(Type.String({ minLength: 2, maxLength: 45 }), {
    maxItems: 20,
    description: 'Addresses that DNS records of domains should point to; empty takes the public ones of the machine',
  }),
}

export const IngressSettings = named(
  'IngressSettings',
  Type.Object({
    ...fields,
    has_acme_eab: Type.Boolean({ description: 'Whether a key for external account binding is kept' }),
    updated_at: MaybeTime,
  }),
)
export type IngressSettings = Static<typeof IngressSettings>

export const IngressSettingsUpdate = named(
  'IngressSettingsUpdate',
  closed({
    ...Type.Partial(Type.Object(fields)).properties,
    acme_eab_hmac_key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        pattern: '^[A-Za-z0-9_+/=-]+$',
        description: 'External account binding: the key in base64 that goes with acme_eab_key_id; never shown again',
      }),
    ),
    has_acme_eab: Type.Optional(Type.Unknown()),
    updated_at: Type.Optional(Type.Unknown()),
  }),
)
export type IngressSettingsUpdate = Static<typeof IngressSettingsUpdate>
