import type { AppDomain } from '@levelrail/contract/schemas/domains.ts'
import { expect, test } from 'vitest'
import type { CertificateOwner, StoredCertificate } from './certificate.ts'
import { isSentToHttps, type TlsOwner, type TlsSituation, tlsOf } from './tls-owner.ts'

const now = new Date('2026-06-15T12:00:00Z')

function certificate(id: string, owner: CertificateOwner, hosts: string[], until = '2026-12-01'): StoredCertificate {
  const dates = { not_before: '2026-01-01T00:00:00Z', not_after: `${until}T00:00:00Z`, created_at: '', updated_at: '' }
  return { id, owner, hosts, chain_pem: 'PEM', issuer: '', fingerprint: id, error: null, ...dates }
}

const plain: TlsSituation = { isTlsOn: true, isTerminatedUpstream: false, isAcmeEnabled: false, certificates: [], now }
const acme = { ...plain, isAcmeEnabled: true }
const upstream = { ...acme, isTerminatedUpstream: true }
const none = { ...plain, isTlsOn: false }
const custom = (host: string, until?: string) => ({
  ...acme,
  certificates: [certificate('c', 'custom', [host], until)],
})

test.each<[string, string, AppDomain['tls'], TlsSituation, TlsOwner | null]>([
  ['by itself', 'a.example', 'auto', plain, 'internal'],
  ['with ACME', 'a.example', 'auto', acme, 'acme'],
  ['with ACME, not public', 'web.localhost', 'auto', acme, 'internal'],
  ['with ACME, without a dot', 'web', 'auto', acme, 'internal'],
  ['with ACME, a wildcard', '*.a.example', 'auto', acme, 'internal'],
  ['with an uploaded one that fits', 'a.example', 'auto', custom('a.example'), 'custom'],
  ['with an uploaded wildcard that fits', 'a.example', 'auto', custom('*.example'), 'custom'],
  ['with an uploaded one for another', 'a.example', 'auto', custom('b.example'), 'acme'],
  ['with an uploaded one that ended', 'a.example', 'auto', custom('a.example', '2026-06-01'), 'acme'],
  ['that asks for ACME in spite of an uploaded one', 'a.example', 'acme', custom('a.example'), 'acme'],
  ['that asks for ACME while it is off', 'a.example', 'acme', plain, 'internal'],
  ['that asks for the internal one', 'a.example', 'internal', custom('a.example'), 'internal'],
  ['that asks for none', 'a.example', 'off', custom('a.example'), null],
  ['behind a proxy', 'a.example', 'auto', upstream, 'proxy'],
  ['behind a proxy, that asks for none', 'a.example', 'off', upstream, null],
  ['where no TLS is taken', 'a.example', 'auto', none, null],
  ['where no TLS is taken, behind a proxy', 'a.example', 'auto', { ...none, isTerminatedUpstream: true }, 'proxy'],
])('whose certificate answers for a host %s', (_, host, wish, situation, owner) => {
  expect(tlsOf(host, wish, situation).owner).toBe(owner)
})

test.each<[string, StoredCertificate[], string | undefined]>([
  ['none', [], undefined],
  [
    'the one for the very host',
    [certificate('w', 'acme', ['*.example']), certificate('e', 'acme', ['a.example'])],
    'e',
  ],
  [
    'the one that lasts longest',
    [certificate('old', 'acme', ['a.example'], '2026-07-01'), certificate('new', 'acme', ['a.example'])],
    'new',
  ],
  [
    'a wildcard before one that ended',
    [certificate('ended', 'acme', ['a.example'], '2026-06-01'), certificate('w', 'acme', ['*.example'])],
    'w',
  ],
  ['one that ended before none', [certificate('ended', 'acme', ['a.example'], '2026-06-01')], 'ended'],
  ['none that is only waited for', [{ ...certificate('p', 'acme', ['a.example']), chain_pem: null }], undefined],
  ['none of another owner', [certificate('i', 'internal', ['a.example'])], undefined],
])('of several: %s', (_, certificates, id) => {
  expect(tlsOf('a.example', 'acme', { ...acme, certificates }).certificate?.id).toBe(id)
})

test.each<[AppDomain['http'], TlsOwner | null, 'good' | 'ended' | 'none', boolean]>([
  ['auto', 'acme', 'good', true],
  ['auto', 'custom', 'good', true],
  ['auto', 'acme', 'none', false],
  ['auto', 'acme', 'ended', false],
  ['auto', 'internal', 'good', false],
  ['auto', 'proxy', 'none', false],
  ['auto', null, 'none', false],
  ['redirect', 'internal', 'none', true],
  ['redirect', 'proxy', 'none', true],
  ['redirect', null, 'none', false],
  ['serve', 'acme', 'good', false],
])('%s with a certificate of %s that is %s: sent to HTTPS', (wish, owner, kind, isSent) => {
  const there = kind === 'none' ? undefined : certificate('c', 'acme', [], kind === 'good' ? undefined : '2026-06-01')
  expect(isSentToHttps(wish, { owner, certificate: there }, now)).toBe(isSent)
})
