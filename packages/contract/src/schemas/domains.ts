// Domains: under which names apps are reached, and whether they are.
import Type, { type Static } from 'typebox'
import { AppName } from './apps.ts'
import { closed, named, oneOf } from './common.ts'

export const domainStates = ['serving', 'not_running', 'shadowed', 'no_ingress'] as const

export const Domain = named(
  'Domain',
  Type.Object({
    domain: Type.String({ description: 'A host name, with the path below which requests go to the app' }),
    app: AppName,
    is_own_name: Type.Boolean({ description: '`<app>.localhost`, which every app has' }),
    url: Type.Union([Type.String(), Type.Null()], { description: 'Null where there is no ingress' }),
    state: oneOf(
      domainStates,
      '`not_running`: the app has no replica that is ready, and 503 is answered; `shadowed`: it is the own name of another app; `no_ingress`: the ingress is off or not ready',
    ),
    tls_owner: Type.Union([oneOf(['acme', 'internal', 'proxy', 'custom']), Type.Null()], {
      description: 'Who keeps its certificate; null where it is served without TLS',
    }),
  }),
)
export type Domain = Static<typeof Domain>

export const DomainQuery = closed({ app: Type.Optional(AppName) })
