import { expect, test } from 'vitest'
import { assignSlots } from './backend-slots.ts'
import type { IngressPlan } from './ingress.ts'
import type { IngressRules } from './ingress-rules.ts'
import { changesFor } from './proxy-changes.ts'
import { mapEntries, maps, render } from './render.ts'
import { backendRules, noRules, ruleEntries } from './render-rules.ts'

const slots = assignSlots(undefined, ['web'])

function planWith(rules: Partial<IngressRules> | undefined): IngressPlan {
  const all = rules && { ...noRules, ...rules }
  const upstream = { name: 'web-1', address: '10.1.0.10', port: 8080, state: 'serving' as const }
  const apps = [{ name: 'web', upstreams: [upstream], rules: all }]
  return { listen: [], trustedProxies: [], challenges: [], routes: [], apps }
}

function entries(rules: Partial<IngressRules>): Record<string, Record<string, string>> {
  const found = Object.entries(ruleEntries(planWith(rules).apps)).filter(([, map]) => map.size > 0)
  return Object.fromEntries(found.map(([name, map]) => [name, Object.fromEntries(map)]))
}

test.each<[string, Partial<IngressRules>, object]>([
  ['nothing', {}, {}],
  ['a rate', { rateLimit: { requests: 5, per: 'minute' } }, { 'rules.map': { web: '6|5||||||60' } }],
  [
    'lists',
    { allow: ['192.0.2.7'], deny: ['10.0.0.0/8', '2001:db8::/31'] },
    {
      'addresses.map': {
        'web|4C0000207': 'a',
        'web|40A': 'd',
        'web|620010DB8': 'd',
        'web|620010DB9': 'd',
        'web|': 'd',
      },
      'rules.map': { web: '4||||||' },
    },
  ],
  [
    'a part that is denied of what is allowed, and one that is allowed of what is denied',
    { allow: ['10.0.0.0/8', '192.0.2.7', '198.51.100.0/24'], deny: ['10.1.0.0/16', '192.0.2.0/24', '198.51.100.0/24'] },
    {
      'addresses.map': { 'web|40A01': 'd', 'web|4C00002': 'd', 'web|4C63364': 'd', 'web|40A': 'a', 'web|': 'd' },
      'rules.map': { web: '4||||||' },
    },
  ],
  [
    'maintenance',
    { maintenance: { message: '<b>&' } },
    { 'rules.map': { web: `24||||||${Buffer.from('&lt;b&gt;&amp;').toString('base64')}` } },
  ],
  [
    'patterns, one of which is none',
    { wafPatterns: ['^/a b', 'x|y', '('], wafPresets: ['xss'] },
    {
      'patterns.map': { '(?is)^web\\x7c(?:(?>.*?(?<=^web\\x7c)\\x2fa\\x20b)|(?>.*?x)|(?>.*?y))': '1' },
      'rules.map': { web: '8296||||||' },
    },
  ],
  [
    'users',
    { basicAuth: { key: 'a2V5', digests: ['abc'] } },
    { 'users.map': { 'web|abc': '1' }, 'rules.map': { web: '264|||||a2V5|' } },
  ],
  [
    'times and sizes',
    { responseSeconds: 2, idleSeconds: 60, bodyLimitBytes: 10 },
    { 'rules.map': { web: '1672||10|2000|60000||' } },
  ],
  ['the address of the client for balancing', { balance: 'source' }, { 'rules.map': { web: '4||||||' } }],
])('what the maps hold for %s', (_, rules, held) => {
  expect(entries(rules)).toEqual(held)
})

test('only headers, stickiness, balancing and the time to connect are structure', () => {
  const structureOf = (rules: Partial<IngressRules> | undefined) => render(planWith(rules), slots).structure
  const plain = structureOf(undefined)
  const live: Partial<IngressRules> = {
    rateLimit: { requests: 1, per: 'second' },
    allow: ['::/0'],
    deny: ['10.0.0.1'],
    wafPresets: ['sql_injection', 'scanners'],
    wafPatterns: ['a'],
    basicAuth: { key: 'a2V5', digests: ['abc'] },
    maintenance: { message: 'x' },
    responseSeconds: 1,
    idleSeconds: 1,
    bodyLimitBytes: 1,
  }
  expect(structureOf(live)).toBe(plain)
  for (const rules of [
    { requestHeaders: [{ name: 'X-A', value: 'b' }] },
    { responseHeaders: [{ name: 'X-A', value: null }] },
    { stickyCookie: 'at' },
    { balance: 'random' as const },
    { connectSeconds: 1 },
  ])
    expect(structureOf(rules)).not.toBe(plain)
})

test('a value of a header is one word of the configuration, whatever it holds', () => {
  const value = `a 'b' "c" %[src] \\ $HOME ; # {`
  const [line] = backendRules({ ...noRules, requestHeaders: [{ name: 'X-A', value }] })
  expect(line).toBe(`http-request set-header 'X-A' 'a '\\''b'\\'' "c" %%[src] \\ $HOME ; # {'`)
})

test('a list is filled before it is looked at, and looked at no more before it is emptied', () => {
  const state = (rules: Partial<IngressRules>) => ({
    servers: [{ backend: 'b1', name: 'web-1', address: '10.1.0.10', port: 8080, state: 'serving' as const }],
    maps: mapEntries(planWith(rules), slots),
  })
  const allow = { allow: ['192.0.2.7'] }
  expect(changesFor(planWith(allow), slots, state({}))).toEqual([
    'add map addresses.map web|4C0000207 a',
    'add map addresses.map web| d',
    'add map rules.map web 4||||||',
  ])
  expect(changesFor(planWith({}), slots, state(allow))).toEqual([
    'del map rules.map web',
    'del map addresses.map web|',
    'del map addresses.map web|4C0000207',
  ])
  expect(maps.indexOf('rules.map')).toBeLessThan(maps.indexOf('routes.map'))
})

test('a server of a sticky app has its cookie, and is left by all when it drains', () => {
  const sticky = planWith({ stickyCookie: 'at' })
  const line = /server web-1 10\.1\.0\.10:8080 cookie [0-9a-f]{12}$/m
  expect(render(sticky, slots).files['haproxy.cfg']).toMatch(line)
  const maps = mapEntries(sticky, slots)
  expect(changesFor(sticky, slots, { servers: [], maps })[0]).toMatch(/^add server b1\/web-1 \S+ cookie [0-9a-f]{12}$/)
  const [app] = sticky.apps
  const drains = {
    ...sticky,
    apps: [{ ...app, name: 'web', upstreams: [{ ...app?.upstreams[0], state: 'draining' }] }],
  }
  const servers = [{ backend: 'b1', name: 'web-1', address: '10.1.0.10', port: 8080, state: 'serving' as const }]
  expect(changesFor(drains as IngressPlan, slots, { servers, maps })).toEqual(['set server b1/web-1 state maint'])
})
