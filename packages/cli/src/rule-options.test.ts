import type { AppRules } from '@levelrail/contract/schemas/rules.ts'
import { expect, test } from 'vitest'
import { rulesText } from './output/rule-text.ts'
import { type RuleInput, rulesAfter } from './rule-options.ts'

const nothing: RuleInput = {
  ...{ rate: undefined, 'unset-rate': false, allow: [], 'unset-allow': [], deny: [], 'unset-deny': [], waf: [] },
  ...{ 'unset-waf': [], pattern: [], 'unset-pattern': [], user: undefined, 'unset-user': [], 'password-stdin': false },
  ...{ 'request-header': [], 'unset-request-header': [], 'response-header': [], 'unset-response-header': [] },
  ...{ sticky: undefined, 'unset-sticky': false, balance: undefined, 'connect-timeout': undefined },
  ...{ 'response-timeout': undefined, 'idle-timeout': undefined, 'body-limit': undefined },
}
const none: AppRules = {
  ...{ rate_limit: null, ip_allow: [], ip_deny: [], waf: { presets: [], patterns: [] }, basic_auth: null },
  ...{ maintenance: { enabled: false, message: '' }, request_headers: [], response_headers: [], sticky: null },
  ...{ balance: 'leastconn' as const, body_limit_bytes: null },
  timeouts: { connect_seconds: null, response_seconds: null, idle_seconds: null },
}
const some: AppRules = {
  ...none,
  rate_limit: { requests: 5, per: 'second' },
  ip_deny: ['10.0.0.0/8'],
  waf: { presets: ['xss'], patterns: ['a'] },
  basic_auth: { users: [{ username: 'ann', has_password: true }] },
  response_headers: [{ name: 'X-A', value: 'b' }],
  sticky: { cookie_name: 'at' },
  timeouts: { connect_seconds: 9, response_seconds: null, idle_seconds: null },
}

test.each<[string, Partial<RuleInput>, object]>([
  ['nothing', {}, { ...some, basic_auth: { users: [{ username: 'ann' }] } }],
  ['a rate', { rate: '300/minute' }, { rate_limit: { requests: 300, per: 'minute' } }],
  ['no rate', { 'unset-rate': true }, { rate_limit: null }],
  ['one address more', { deny: ['192.0.2.7'] }, { ip_deny: ['10.0.0.0/8', '192.0.2.7'] }],
  ['one address less', { 'unset-deny': ['10.0.0.0/8'] }, { ip_deny: [] }],
  ['presets', { waf: ['scanners'], 'unset-waf': ['xss'] }, { waf: { presets: ['scanners'], patterns: ['a'] } }],
  [
    'a new user',
    { user: 'bob' },
    { basic_auth: { users: [{ username: 'ann' }, { username: 'bob', password: 'new' }] } },
  ],
  ['another password', { user: 'ann' }, { basic_auth: { users: [{ username: 'ann', password: 'new' }] } }],
  ['the last user less', { 'unset-user': ['ann'] }, { basic_auth: null }],
  [
    'headers',
    { 'response-header': ['x-a: c: d', 'X-B'] },
    {
      response_headers: [
        { name: 'x-a', value: 'c: d' },
        { name: 'X-B', value: null },
      ],
    },
  ],
  ['a header less', { 'unset-response-header': ['x-A'] }, { response_headers: [] }],
  ['not sticky', { 'unset-sticky': true }, { sticky: null }],
  [
    'numbers',
    { 'connect-timeout': 0, 'idle-timeout': 4, 'body-limit': 5 },
    { timeouts: { connect_seconds: null, response_seconds: null, idle_seconds: 4 }, body_limit_bytes: 5 },
  ],
])('%s', (_, input, changes) => {
  const user = { users: [{ username: 'ann' }] }
  expect(rulesAfter(some, { ...nothing, ...input }, 'new')).toEqual({ ...some, basic_auth: user, ...changes })
})

test.each<[Partial<RuleInput>, string]>([
  [{ rate: '5' }, 'no rate'],
  [{ rate: '5/second', 'unset-rate': true }, 'exclude each other'],
  [{ 'unset-allow': ['10.0.0.0/8'] }, 'no such thing'],
  [{ 'unset-response-header': ['X-C'] }, 'no such thing'],
])('%j is refused', (input, reason) => {
  expect(() => rulesAfter(some, { ...nothing, ...input }, undefined)).toThrow(reason)
})

test('rules are told in words, and those that do nothing are left out', () => {
  expect(rulesText(none)).toBe('No rules: every request goes to the app as it comes.\n')
  expect(rulesText({ ...some, maintenance: { enabled: true, message: '' } }).split('\n')).toEqual([
    'Maintenance       on',
    'Rate              5 a second and address',
    'Denied            10.0.0.0/8',
    'Firewall          xss',
    'Patterns          a',
    'Users             ann',
    'Response headers  X-A: b',
    'Sticky            by the cookie at',
    'Connect time-out  9 s',
    '',
  ])
})
