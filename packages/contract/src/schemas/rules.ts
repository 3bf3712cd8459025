// Rules of an app at the ingress: who gets in, how fast, and what is done to requests on their way. Every field has a
// default that does nothing. Passwords go in and never come out.
import Type, { type Static, type TSchema } from 'typebox'
import { closed, named, oneOf } from './common.ts'

const Maybe = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

export const rateUnits = ['second', 'minute'] as const
export const wafPresets = ['sql_injection', 'path_traversal', 'xss', 'scanners', 'dot_files'] as const
export type WafPreset = (typeof wafPresets)[number]
export const balances = ['leastconn', 'roundrobin', 'random', 'source'] as const

const Network = Type.String({
  minLength: 2,
  maxLength: 43,
  pattern: '^[0-9A-Fa-f:.]+(/\\d{1,3})?$',
  description: 'An address or a network, IPv4 or IPv6: 192.0.2.7, 10.0.0.0/8, 2001:db8::/32',
})
const Networks = Type.Array(Network, { maxItems: 200, uniqueItems: true })
const Pattern = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'A regular expression of a small language, see the page on rules; capitals do not matter',
})
const Username = Type.String({ minLength: 1, maxLength: 64, pattern: '^[^:\\s\\x00-\\x1f\\x7f]+$' })
const seconds = (maximum: number, description: string) => Maybe(Type.Integer({ minimum: 1, maximum, description }))
const partly = <P extends Record<string, TSchema>>(fields: P) => closed(Type.Partial(Type.Object(fields)).properties)

export const RateLimit = named(
  'RateLimit',
  closed({ requests: Type.Integer({ minimum: 1, maximum: 1_000_000 }), per: oneOf(rateUnits) }),
)
export type RateLimit = Static<typeof RateLimit>

const wafFields = {
  presets: Type.Array(oneOf(wafPresets), { maxItems: wafPresets.length, uniqueItems: true }),
  patterns: Type.Array(Pattern, { maxItems: 16, uniqueItems: true }),
}

const maintenanceFields = {
  enabled: Type.Boolean(),
  message: Type.String({ maxLength: 500, description: 'What visitors read; plain text' }),
}

const timeoutFields = {
  connect_seconds: seconds(60, 'To reach a replica; 3 where it is null'),
  response_seconds: seconds(86_400, 'Without a byte from the replica; 300 where it is null'),
  idle_seconds: seconds(86_400, 'Of a WebSocket on which nothing is said; 86400 where it is null'),
}

export const HeaderRule = named(
  'HeaderRule',
  closed({
    name: Type.String({ minLength: 1, maxLength: 100, pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" }),
    value: Type.Union([Type.String({ maxLength: 1000, pattern: '^[\\x20-\\x7e]*$' }), Type.Null()], {
      description: 'Null takes the header away',
    }),
  }),
)
export type HeaderRule = Static<typeof HeaderRule>
const HeaderRules = Type.Array(HeaderRule, { maxItems: 32 })

const Sticky = named(
  'Sticky',
  closed({ cookie_name: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }) }),
)

const plainFields = {
  rate_limit: Maybe(RateLimit),
  ip_allow: Networks,
  ip_deny: Networks,
  waf: named('Waf', closed(wafFields)),
  maintenance: named('Maintenance', closed(maintenanceFields)),
  request_headers: HeaderRules,
  response_headers: HeaderRules,
  sticky: Maybe(Sticky),
  balance: oneOf(balances),
  timeouts: named('Timeouts', closed(timeoutFields)),
  body_limit_bytes: Maybe(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })),
}

export const AppRules = named(
  'AppRules',
  closed({
    ...plainFields,
    basic_auth: Maybe(
      closed({ users: Type.Array(closed({ username: Type.String(), has_password: Type.Literal(true) })) }),
    ),
  }),
)
export type AppRules = Static<typeof AppRules>

/** A field that is left out gets its default; those of `waf`, `maintenance` and `timeouts` likewise. */
export const AppRulesSet = named(
  'AppRulesSet',
  closed({
    ...partly(plainFields).properties,
    waf: Type.Optional(partly(wafFields)),
    maintenance: Type.Optional(partly(maintenanceFields)),
    timeouts: Type.Optional(partly(timeoutFields)),
    basic_auth: Type.Optional(
      Maybe(
        closed({
          users: Type.Array(
            closed({
              username: Username,
              password: Type.Optional(
                Type.String({
                  minLength: 8,
                  maxLength: 128,
                  pattern: '^[^\\x00-\\x1f\\x7f]*$',
                  description: 'Left out, the stored one is kept',
                }),
              ),
              has_password: Type.Optional(Type.Boolean({ description: 'As it was read; it changes nothing' })),
            }),
            { minItems: 1, maxItems: 50 },
          ),
        }),
      ),
    ),
  }),
)
export type AppRulesSet = Static<typeof AppRulesSet>
