// Domains: under which names apps are reached, and whether they are.
import Type, { type Static } from 'typebox'
import { AppName } from './apps.ts'
import { closed, named, oneOf } from './common.ts'

export const domainStates = ['serving', 'not_running', 'shadowed', 'no_ingress'] as const

export const tlsOwners = ['acme', 'internal', 'proxy', 'custom'] as const

export const Domain = named(
  'Domain',
  Type.Object({
    domain: Type.String({ description: 'A host name, with the path below which requests go to the app' }),
    app: AppName,
    is_own_name: Type.Boolean({ description: '`<app>.localhost`, which every app has' }),
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'Where to open it; null where there is no ingress, and for a wildcard',
    }),
    state: oneOf(
      domainStates,
      '`not_running`: the app has no replica that is ready, and 503 is answered; `shadowed`: it is the own name of another app; `no_ingress`: the ingress is off or not ready',
    ),
    tls_owner: Type.Union([oneOf(tlsOwners), Type.Null()], {
      description: 'Who keeps its certificate; null where it is served without TLS',
    }),
  }),
)
export type Domain = Static<typeof Domain>

const HostAndPath = Type.String({ minLength: 1, maxLength: 500, pattern: '^\\S+$' })
const options = {
  port: Type.Union([Type.Integer({ minimum: 1, maximum: 65_535 }), Type.Null()], {
    description: 'Port of the replicas that its requests go to; null for the port of the app',
  }),
  redirect_to: Type.Union([Type.String({ minLength: 1, maxLength: 253 }), Type.Null()], {
    description: 'Another host that requests are sent to (308), with path and query as they are; null for none',
  }),
  http: oneOf(
    ['auto', 'redirect', 'serve'],
    'What becomes of requests without TLS. `auto` sends them to HTTPS (308) once a certificate that browsers trust is in place; `redirect` always; `serve` never',
  ),
  hsts_seconds: Type.Integer({
    minimum: 0,
    maximum: 63_072_000,
    description: 'How long browsers may ask for nothing but HTTPS (Strict-Transport-Security); 0 says nothing',
  }),
  tls: oneOf(
    ['auto', 'acme', 'internal', 'off'],
    'Whose certificate answers. `auto`: an uploaded one that fits, else ACME where it is enabled and the host is public, else the internal authority',
  ),
}

export const AppDomain = named('AppDomain', Type.Object({ domain: HostAndPath, ...options }))
export type AppDomain = Static<typeof AppDomain>

/** What is left out has its default. */
const AppDomainWish = Type.Object(
  { domain: HostAndPath, ...Type.Partial(Type.Object(options)).properties },
  { additionalProperties: false },
)
export type AppDomainWish = Static<typeof AppDomainWish>

export const AppDomainList = Type.Array(AppDomainWish, { maxItems: 50 })

export const DomainQuery = closed({ app: Type.Optional(AppName) })
