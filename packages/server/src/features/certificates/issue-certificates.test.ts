import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secret } from '../../lib/secret.ts'
import { readChain, readKey } from './certificate-chain.ts'
import { issueCertificates } from './issue-certificates.ts'

const signal = () => AbortSignal.timeout(30_000)
const dates = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2036-01-01T00:00:00Z') }
const leaf = { hosts: ['*.b.test', `${'a'.repeat(60)}.long.test`], ...dates }

test('an authority is made once, signs what is asked of it, and its leaves are chains of their own', async () => {
  const first = await issueCertificates({ authority: { name: 'Test CA', ...dates }, leaves: [leaf] }, signal())
  const second = await issueCertificates(
    { authority: first.authority, leaves: [{ ...leaf, hosts: ['c.test'] }] },
    signal(),
  )
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
