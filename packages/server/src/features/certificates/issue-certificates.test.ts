import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Secret } from '../../lib/secret.ts'
import { readChain, readKey } from './certificate-chain.ts'
import { issueCertificates } from './issue-certificates.ts'

const dates = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2036-01-01T00:00:00Z') }
const leaf = { hosts: ['*.b.test', `${'a'.repeat(60)}.long.test`], ...dates }

test('an authority is made once, signs what is asked of it, and its leaves are chains of their own', () => {
  const first = issueCertificates({ authority: { name: 'Test CA', ...dates }, leaves: [leaf] })
  const second = issueCertificates({ authority: first.authority, leaves: [{ ...leaf, hosts: ['c.test'] }] })
  expect(second.authority).toEqual(first.authority)
  const root = new X509Certificate(first.authority.certificatePem)
  expect(root.ca).toBe(true)
  for (const { certificatePem, keyPem } of [...first.leaves, ...second.leaves]) {
    const chain = readChain(`${certificatePem}${first.authority.certificatePem}`)
    if (!chain.ok) throw new Error(chain.reason)
    expect(chain.value.issuer).toBe('Test CA')
    expect(readKey(new Secret(keyPem), chain.value)).toMatchObject({ ok: true })
    expect(new X509Certificate(certificatePem).ca).toBe(false)
  }
  const [one] = first.leaves
  const other = readChain(second.leaves[0]?.certificatePem ?? '')
  if (!other.ok) throw new Error(other.reason)
  expect(other.value.hosts).toEqual(['c.test'])
  expect(readKey(new Secret(one?.keyPem ?? ''), other.value)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('does not belong'),
  })
  const swapped = readChain(`${first.authority.certificatePem}${one?.certificatePem}`)
  expect(swapped).toMatchObject({ ok: false, reason: expect.stringContaining('was not issued by') })
})

test.each([
  ['nothing', '', 'no certificate'],
  ['noise', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'cannot be read'],
])('a chain of %s is refused', (_, text, reason) => {
  expect(readChain(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test.skipIf(!hasOpenssl)(
  'strict clients accept what it signs: for its hosts, for servers, and not to sign more',
  () => {
    const made = issueCertificates({ authority: { name: 'Test CA', ...dates }, leaves: [leaf] })
    const folder = mkdtempSync(join(tmpdir(), 'levelrail-issue-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = (name: string, content = '') => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const ca = file('ca.pem', made.authority.certificatePem)
    const own = file('leaf.pem', made.leaves[0]?.certificatePem)
    const verify = ['verify', '-x509_strict', '-attime', '1780000000', '-CAfile', ca]
    const openssl = (...args: string[]) => spawnSync('openssl', args, { encoding: 'utf8' })
    expect(openssl(...verify, '-purpose', 'sslserver', '-verify_hostname', 'x.b.test', own).stdout).toBe(`${own}: OK\n`)
    expect(openssl(...verify, ca).stdout).toBe(`${ca}: OK\n`)
    expect(openssl(...verify, '-verify_hostname', 'c.test', own).status).not.toBe(0)
    expect(openssl(...verify, '-purpose', 'sslclient', own).status).not.toBe(0)
    const under = issueCertificates({
      authority: made.leaves[0] ?? made.authority,
      leaves: [{ ...leaf, hosts: ['evil.test'] }],
    })
    const evil = file('evil.pem', under.leaves[0]?.certificatePem)
    expect(openssl(...verify, '-untrusted', own, evil).status).not.toBe(0)
  },
)
