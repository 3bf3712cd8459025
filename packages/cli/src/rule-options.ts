// The rules of an app as options, and from them all rules as they are to be. A list changes by its entries, so that
// naming one address leaves the others as they are.
import type { AppRules, AppRulesSet, HeaderRule } from '@levelrail/contract/schemas/rules.ts'
import { balances, wafPresets } from '@levelrail/contract/schemas/rules.ts'
import { type Entry, entriesAfter, oneOfTwo } from './app-options.ts'
import { usage } from './exit-codes.ts'
import type { Options, OptionValues } from './options.ts'

export const ruleOptions = {
  rate: { kind: 'text', value: 'N/UNIT', what: 'Most requests of one address, such as 20/second or 300/minute' },
  'unset-rate': { kind: 'flag', what: 'No limit of requests' },
  allow: { kind: 'texts', value: 'NETWORK', what: 'Let in: an address or network; all that are not named are refused' },
  'unset-allow': { kind: 'texts', value: 'NETWORK', what: 'Take it from those that are let in' },
  deny: { kind: 'texts', value: 'NETWORK', what: 'Refuse: an address or network' },
  'unset-deny': { kind: 'texts', value: 'NETWORK', what: 'Take it from those that are refused' },
  waf: { kind: 'choices', of: wafPresets, what: 'Refuse what looks like this' },
  'unset-waf': { kind: 'choices', of: wafPresets, what: 'Look for this no more' },
  pattern: { kind: 'texts', value: 'REGEX', what: 'Refuse what fits in the decoded URL or the user agent' },
  'unset-pattern': { kind: 'texts', value: 'REGEX', what: 'Take a pattern away' },
  user: { kind: 'text', value: 'NAME', what: 'Ask for a user name and password; this user’s password is asked for' },
  'unset-user': { kind: 'texts', value: 'NAME', what: 'Take a user away; without users nobody is asked' },
  'password-stdin': { kind: 'flag', what: 'Read the password of --user from stdin' },
  'request-header': {
    kind: 'texts',
    value: 'NAME: VALUE',
    what: 'Set a header on the way to the app; no value: remove',
  },
  'unset-request-header': { kind: 'texts', value: 'NAME', what: 'Leave that header as it comes' },
  'response-header': { kind: 'texts', value: 'NAME: VALUE', what: 'Set a header on the way back; no value: remove' },
  'unset-response-header': { kind: 'texts', value: 'NAME', what: 'Leave that header as it comes' },
  sticky: { kind: 'text', value: 'COOKIE', what: 'Keep a client at its replica by a cookie of this name' },
  'unset-sticky': { kind: 'flag', what: 'Any replica for any request' },
  balance: { kind: 'choice', of: balances, what: 'How requests are spread over replicas' },
  'connect-timeout': { kind: 'number', value: 'SECONDS', what: 'To reach a replica; 0 for the default' },
  'response-timeout': { kind: 'number', value: 'SECONDS', what: 'Without a byte from a replica; 0 for the default' },
  'idle-timeout': { kind: 'number', value: 'SECONDS', what: 'Of a silent WebSocket; 0 for the default' },
  'body-limit': { kind: 'number', value: 'BYTES', what: 'Most bytes of a request body; 0 for no limit' },
} as const satisfies Options

export type RuleInput = OptionValues<typeof ruleOptions>

/** All rules with what the options change. `password` is that of `--user`. */
export function rulesAfter(before: AppRules, input: RuleInput, password: string | undefined): AppRulesSet {
  const rate = oneOfTwo('rate', input.rate, input['unset-rate'])
  const sticky = oneOfTwo('sticky', input.sticky, input['unset-sticky'])
  const after = {
    ip_allow: listAfter('allow', before.ip_allow, input.allow, input['unset-allow']),
    ip_deny: listAfter('deny', before.ip_deny, input.deny, input['unset-deny']),
    patterns: listAfter('pattern', before.waf.patterns, input.pattern, input['unset-pattern']),
    presets: listAfter('waf', before.waf.presets, input.waf, input['unset-waf']),
  }
  return {
    ...before,
    ...(rate === undefined ? {} : { rate_limit: rate === null ? null : rateOf(rate) }),
    ip_allow: after.ip_allow,
    ip_deny: after.ip_deny,
    waf: { presets: wafPresets.filter((preset) => after.presets.includes(preset)), patterns: after.patterns },
    basic_auth: usersAfter(before.basic_auth, input, password),
    request_headers: headersAfter('request-header', before.request_headers, input),
    response_headers: headersAfter('response-header', before.response_headers, input),
    ...(sticky === undefined ? {} : { sticky: sticky === null ? null : { cookie_name: sticky } }),
    balance: input.balance ?? before.balance,
    timeouts: {
      connect_seconds: numberAfter(before.timeouts.connect_seconds, input['connect-timeout']),
      response_seconds: numberAfter(before.timeouts.response_seconds, input['response-timeout']),
      idle_seconds: numberAfter(before.timeouts.idle_seconds, input['idle-timeout']),
    },
    body_limit_bytes: numberAfter(before.body_limit_bytes, input['body-limit']),
  }
}

function rateOf(text: string): AppRules['rate_limit'] {
  const [, requests, unit] = text.match(/^(\d+)\/(second|minute)$/) ?? []
  if (requests === undefined) throw usage(`--rate "${text}" is no rate`, 'write it as 20/second or 300/minute')
  return { requests: Number(requests), per: unit === 'second' ? 'second' : 'minute' }
}

function listAfter(option: string, before: readonly string[], set: readonly string[], unset: readonly string[]) {
  const known = Object.fromEntries(before.map((each): Entry => [each, '']))
  const after = entriesAfter(
    option,
    known,
    set.map((each): Entry => [each, '']),
    unset,
  )
  return after ? Object.keys(after) : [...before]
}

function usersAfter(
  before: AppRules['basic_auth'],
  { user, 'unset-user': unset }: RuleInput,
  password: string | undefined,
): Exclude<AppRulesSet['basic_auth'], undefined> {
  const names = listAfter('user', before?.users.map(({ username }) => username) ?? [], user ? [user] : [], unset)
  if (names.length === 0) return null
  return { users: names.map((username) => ({ username, ...(username === user && password ? { password } : {}) })) }
}

function headersAfter(
  option: 'request-header' | 'response-header',
  before: HeaderRule[],
  input: RuleInput,
): HeaderRule[] {
  const set = input[option].map(headerOf)
  const unset = input[`unset-${option}`].map((name) => name.toLowerCase())
  const known = before.map(({ name }) => name.toLowerCase())
  listAfter(option, known, [], unset)
  const isNamed = (name: string) => set.some((each) => each.name.toLowerCase() === name.toLowerCase())
  return [...before.filter(({ name }) => !unset.includes(name.toLowerCase()) && !isNamed(name)), ...set]
}

function headerOf(text: string): HeaderRule {
  const [, name = text, value = ''] = text.match(/^([^:]+):(.*)$/s) ?? []
  return { name: name.trim(), value: value.trim() === '' ? null : value.trim() }
}

function numberAfter(before: number | null, value: number | undefined): number | null {
  return value === undefined ? before : value === 0 ? null : value
}
