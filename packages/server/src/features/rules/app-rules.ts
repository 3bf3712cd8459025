// The rules of an app: what does nothing, what may be wished, and how they are shown. Pure.
import { isDeepStrictEqual } from 'node:util'
import type { AppRules, AppRulesSet, HeaderRule } from '@levelrail/contract/schemas/rules.ts'
import { parseNetwork } from '../../drivers/ingress/address-prefixes.ts'
import { compilePattern, mostEffort } from '../../drivers/ingress/waf-pattern.ts'
import { badRequest } from '../../errors.ts'
import { quoted } from '../../lib/parsed.ts'

export interface StoredUser {
  username: string
  /** HMAC-SHA-256 of `username:password` with the key of the app, in hex. */
  digest: string
}

export type PlainRules = Omit<AppRules, 'basic_auth'>
export type StoredRules = PlainRules & { basic_auth: { users: StoredUser[] } | null }

export const noRules: StoredRules = {
  rate_limit: null,
  ip_allow: [],
  ip_deny: [],
  waf: { presets: [], patterns: [] },
  basic_auth: null,
  maintenance: { enabled: false, message: '' },
  request_headers: [],
  response_headers: [],
  sticky: null,
  balance: 'leastconn',
  timeouts: { connect_seconds: null, response_seconds: null, idle_seconds: null },
  body_limit_bytes: null,
}

/** A field that is newer than the row does nothing there. */
export function readRules(text: string): StoredRules {
  return filled(JSON.parse(text))
}

function filled<Rules extends Partial<StoredRules> | Omit<AppRulesSet, 'basic_auth'>>(rules: Rules) {
  return {
    ...noRules,
    ...rules,
    waf: { ...noRules.waf, ...rules.waf },
    maintenance: { ...noRules.maintenance, ...rules.maintenance },
    timeouts: { ...noRules.timeouts, ...rules.timeouts },
  }
}

/** All but the users, whose passwords are made digests elsewhere. Throws where a rule cannot be kept. */
export function wishedRules({ basic_auth: _, ...sent }: AppRulesSet): PlainRules {
  const rules = filled(sent)
  for (const field of ['ip_allow', 'ip_deny'] as const)
    for (const [at, text] of rules[field].entries())
      if (!parseNetwork(text))
        throw badRequest(`${field}[${at}]: ${quoted(text)} is no address or network, such as 192.0.2.7 or 10.0.0.0/8`)
  let effort = 0
  for (const [at, pattern] of rules.waf.patterns.entries()) {
    const compiled = compilePattern(pattern, '^')
    if (!compiled.ok) throw badRequest(`waf.patterns[${at}]: ${quoted(pattern)} is not taken: ${compiled.reason}`)
    effort += compiled.value.effort
  }
  if (effort > mostEffort)
    throw badRequest('waf.patterns: together they would take too long: use fewer, or simpler ones')
  checkHeaders('request_headers', rules.request_headers)
  checkHeaders('response_headers', rules.response_headers)
  if (rules.sticky?.cookie_name.startsWith('__'))
    throw badRequest('sticky.cookie_name must not begin with __: browsers take such cookies on conditions only')
  return rules
}

/** They belong to one connection, or say how long a message is; the proxy itself minds them. */
const hopByHop = [
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
const ofTheProxy = /^(x-forwarded-.*|forwarded|x-real-ip)$/

function checkHeaders(field: string, changes: HeaderRule[]): void {
  const seen = new Set<string>()
  for (const [at, { name }] of changes.entries()) {
    // Many programs read both signs as the same.
    const lower = name.toLowerCase().replaceAll('_', '-')
    const where = `${field}[${at}].name: ${quoted(name)}`
    if (hopByHop.includes(lower)) throw badRequest(`${where} belongs to the connection and cannot be changed`)
    if (ofTheProxy.test(lower)) throw badRequest(`${where} is set by the ingress itself`)
    if (seen.has(lower)) throw badRequest(`${where} is there twice`)
    seen.add(lower)
  }
}

export function viewRules({ basic_auth, ...rules }: StoredRules): AppRules {
  const users = basic_auth?.users.map(({ username }) => ({ username, has_password: true as const }))
  return { ...rules, basic_auth: users ? { users } : null }
}

/** Names of fields, never their values. */
export function changedRules(before: StoredRules, after: StoredRules): string[] {
  const fields = Object.keys(noRules) as (keyof StoredRules)[]
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
}
