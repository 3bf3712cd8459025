import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BadSettings, readSettings } from './settings.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof BadSettings) return error.lines
    throw error
  }
}

test('an empty environment gives the defaults', () => {
  const { settings, warnings } = readSettings({ PATH: '/bin' })
  expect(settings.APP_HTTP_ADDR).toEqual({ host: '127.0.0.1', port: 8080 })
  expect(settings.APP_SESSION_TTL).toBe(86_400_000)
  expect(settings.APP_DATABASE_URL).toBeUndefined()
  expect(warnings).toEqual([])
})

test('the ingress listens where it is told, or is off', () => {
  const at = (value: string) => readSettings({ APP_INGRESS_HTTP_ADDR: value }).settings.APP_INGRESS_HTTP_ADDR
  expect([at(''), at('127.0.0.1:8000'), at('off')]).toEqual([
    { host: '::', port: 80 },
    { host: '127.0.0.1', port: 8000 },
    undefined,
  ])
  expect(problemsOf({ APP_INGRESS_HTTP_ADDR: 'on' })).toHaveLength(1)
})

test('name servers are addresses, with or without a port', () => {
  const servers = ['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]:5353']
  expect(readSettings({ APP_DNS_SERVERS: servers.join(', ') }).settings.APP_DNS_SERVERS).toEqual(servers)
  for (const wrong of ['192.0.2.53:0', '[192.0.2.53]:53', '2001:db8::53:99999', ':53'])
    expect([wrong, problemsOf({ APP_DNS_SERVERS: wrong })]).toEqual([
      wrong,
      [expect.stringContaining('APP_DNS_SERVERS')],
    ])
})

test('each bad value gets one line of its own', () => {
  const lines = problemsOf({
    APP_HTTP_ADDR: 'nowhere',
    APP_SESSION_TTL: 'soon',
    APP_DATABASE_URL: 'mysql://x',
    APP_LOG_LEVEL: 'loud',
    APP_METRICS_MAX_POINTS: '5001',
    APP_INGRESS_TRUSTED_PROXIES: '10.0.0.0/8, 300.1.1.1',
    APP_ALLOW_PRIVATE_DESTINATIONS: 'true',
    APP_DNS_SERVERS: '192.0.2.53, dns.example',
  })
  expect(lines).toHaveLength(8)
  expect(lines.join('\n')).toContain('APP_DNS_SERVERS: "dns.example" is not an address')
  expect(lines.join('\n')).toContain('APP_SESSION_TTL: "soon" is not a duration such as 5s, 2m or 24h')
  expect(lines.join('\n')).toContain('"300.1.1.1" is not an address or a network')
})

test('a secret that cannot be right is not repeated', () => {
  expect(problemsOf({ APP_MASTER_KEY: 'hunter2' }).join()).not.toContain('hunter2')
  expect(problemsOf({ APP_DATABASE_URL: 'mysql://root:hunter2@db' }).join()).not.toContain('hunter2')
})

test('an unknown APP_ name is warned of with the nearest known one', () => {
  const { warnings } = readSettings({ APP_DATADIR: '/x', APP_WHATEVER_ELSE: '1', OTHER: '1', APP_API_URL: 'http://x' })
  expect(warnings).toEqual([
    'APP_DATADIR is not a setting; did you mean APP_DATA_DIR?',
    'APP_WHATEVER_ELSE is not a setting',
  ])
})

test.each([
  [':9000', { host: '::', port: 9000 }],
  ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
  ['[::1]:8080', { host: '::1', port: 8080 }],
])('%s is an address', (text, address) => {
  expect(readSettings({ APP_HTTP_ADDR: text }).settings.APP_HTTP_ADDR).toEqual(address)
})

test('the first admin needs both an address and a password that is long enough', () => {
  expect(problemsOf({ APP_ADMIN_EMAIL: 'a@b.c' })).toEqual([
    'APP_ADMIN_EMAIL and APP_ADMIN_PASSWORD must be set together',
  ])
  expect(problemsOf({ APP_ADMIN_EMAIL: 'a@b.c', APP_ADMIN_PASSWORD: 'short' })).toEqual([
    'APP_ADMIN_PASSWORD: must have at least 10 characters',
  ])
})

test('the master key may come from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'levelrail-')), 'master.key')
  const key = randomBytes(32).toString('base64')
  writeFileSync(file, `${key}\n`)
  expect(readSettings({ APP_MASTER_KEY_FILE: file }).settings.APP_MASTER_KEY?.reveal()).toBe(key)
  expect(problemsOf({ APP_MASTER_KEY_FILE: `${file}.gone` })[0]).toContain('APP_MASTER_KEY_FILE: ENOENT')
})
