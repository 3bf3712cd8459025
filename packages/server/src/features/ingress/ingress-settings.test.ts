import { rootCertificates } from 'node:tls'
import type { IngressSettingsUpdate } from '@levelrail/contract/schemas/ingress-settings.ts'
import { expect, test } from 'vitest'
import { changeSettings, defaultSettings, isSameForAcme, type KeptSettings } from './ingress-settings.ts'

const bound: KeptSettings = { ...defaultSettings, acme_eab_key_id: 'kid-1', has_acme_eab: true }
const certificate = rootCertificates[0] ?? ''

test.each<[string, IngressSettingsUpdate, Partial<KeptSettings>]>([
  ['nothing', {}, {}],
  ['what was read, as it is', { ...defaultSettings }, {}],
  ['the port of links', { public_https_port: 8443 }, { public_https_port: 8443 }],
  [
    'the primary domain, in any case',
    { primary_domain: 'Panel.Example.com.' },
    { primary_domain: 'panel.example.com' },
  ],
  ['no primary domain', { primary_domain: null }, { primary_domain: null }],
  [
    'ACME with an address',
    { acme_enabled: true, acme_email: ' ann@example.com ' },
    { acme_enabled: true, acme_email: 'ann@example.com' },
  ],
  ['http on loopback', { acme_directory_url: 'http://127.0.0.1:14000/dir' }, {}],
  ['http on loopback, by IPv6', { acme_directory_url: 'http://[::1]:14000/dir' }, {}],
  ['an authority', { acme_ca_certificate: `${certificate}\n${certificate}\n` }, {}],
  [
    'addresses, once each',
    { public_addresses: ['192.0.2.1', '2001:DB8::1', '192.0.2.1'] },
    {
      public_addresses: ['192.0.2.1', '2001:db8::1'],
    },
  ],
  ['a binding with its key', { acme_eab_key_id: 'kid', acme_eab_hmac_key: 'aGVsbG8' }, { has_acme_eab: true }],
])('takes %s', (_, change, expected) => {
  const after = changeSettings(defaultSettings, change)
  expect(after).toMatchObject({ ok: true, value: expected })
  if (after.ok) expect(JSON.stringify(after.value)).not.toContain('aGVsbG8')
})

test.each<[string, IngressSettingsUpdate, RegExp]>([
  ['a wildcard', { primary_domain: '*.example.com' }, /^primary_domain: .*wildcard/],
  ['a domain with a path', { primary_domain: 'example.com/panel' }, /^primary_domain: .*path/],
  ['a host without a dot', { primary_domain: 'panel' }, /^primary_domain: .*dot/],
  ['ACME without an address', { acme_enabled: true }, /^acme_email: acme_enabled needs/],
  ['what is no address', { acme_email: 'ann at example.com' }, /^acme_email: .*not an e-mail address/],
  ['two addresses in one', { acme_email: 'a@b.example,mailto:c@d.example' }, /^acme_email/],
  ['http elsewhere', { acme_directory_url: 'http://ca.example.com/dir' }, /^acme_directory_url: .*https/],
  ['a name that only looks like loopback', { acme_directory_url: 'http://127.0.0.1.example/dir' }, /https/],
  ['a file', { acme_directory_url: 'file:///etc/passwd' }, /^acme_directory_url/],
  ['a password in the URL', { acme_directory_url: 'https://a:b@ca.example/dir' }, /password/],
  ['what is no certificate', { acme_ca_certificate: 'hello' }, /^acme_ca_certificate/],
  ['more than certificates', { acme_ca_certificate: `${certificate}\nand this` }, /^acme_ca_certificate/],
  ['what is no address of a machine', { public_addresses: ['example.com'] }, /^public_addresses: "example.com"/],
  ['a key without its id', { acme_eab_hmac_key: 'aGVsbG8' }, /^acme_eab_hmac_key: it needs acme_eab_key_id/],
  ['an id without its key', { acme_eab_key_id: 'kid' }, /^acme_eab_hmac_key/],
  ['a change of what is told', { has_acme_eab: true }, /^has_acme_eab: it cannot be set/],
])('refuses %s', (_, change, reason) => {
  const after = changeSettings(defaultSettings, change)
  expect(after).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
})

test('a kept key goes with its id and its authority alone', () => {
  expect(changeSettings(bound, { public_https_port: 1 })).toMatchObject({ ok: true, value: { has_acme_eab: true } })
  expect(changeSettings(bound, { acme_eab_key_id: '' })).toMatchObject({ ok: true, value: { has_acme_eab: false } })
  expect(changeSettings(bound, { acme_eab_key_id: 'kid-2' })).toMatchObject({ ok: false })
  expect(changeSettings(bound, { acme_directory_url: 'https://other.example/dir' })).toMatchObject({ ok: false })
})

test('orders that wait are tried again for what matters to them alone', () => {
  const same = (more: Partial<KeptSettings>) => isSameForAcme(defaultSettings, { ...defaultSettings, ...more })
  expect(same({ public_https_port: 443, updated_at: '2026-01-01T00:00:00Z', primary_domain: 'a.example' })).toBe(true)
  expect([same({ public_addresses: ['192.0.2.1'] }), same({ acme_email: 'a@b.example' })]).toEqual([false, false])
})
