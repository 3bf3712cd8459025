// Certificates of the ingress: whose they are, for which hosts, how long they are good. Spec 4.4.
import Type, { type Static } from 'typebox'
import { closed, Id, MaybeTime, named, oneOf, Time } from './common.ts'

export const certificateStates = ['healthy', 'expiring_soon', 'expired', 'pending', 'failed'] as const

export const Certificate = named(
  'Certificate',
  Type.Object({
    id: Id,
    tls_owner: oneOf(['acme', 'internal', 'custom'], 'Who keeps it: an ACME authority, our own, or whoever uploads'),
    sans: Type.Array(Type.String(), { description: 'Hosts it is for' }),
    domains: Type.Array(Type.String(), { description: 'Domains of apps that it answers for now' }),
    issuer: Type.String(),
    not_before: MaybeTime,
    not_after: MaybeTime,
    fingerprint: Type.Union([Type.String(), Type.Null()], { description: 'SHA-256, in hex' }),
    state: oneOf(
      certificateStates,
      '`expiring_soon`: it ends within 14 days; `pending`: it is waited for; `failed`: it could not be had',
    ),
    message: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it could not be had or renewed at the last try, or what it waits for; null while all is well',
    }),
    next_attempt_at: Type.Union([Time, Type.Null()], {
      description: 'When it is ordered or renewed next; null while it is under way, and where it does not come by ACME',
    }),
    created_at: Time,
    updated_at: Time,
  }),
)
export type Certificate = Static<typeof Certificate>

const Pem = (what: string) => Type.String({ minLength: 1, maxLength: 65_536, description: `PEM of ${what}` })

export const CertificateCreate = closed({
  certificate: Pem('the certificate, then of each issuer in turn'),
  private_key: Pem('its private key, without a passphrase; it is never shown again'),
})
