// Certificates as they are kept, on both databases.
import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyPlace } from '../../src/features/certificates/certificate.ts'
import type { ReadChain } from '../../src/features/certificates/certificate-chain.ts'
import { listCertificates } from '../../src/features/certificates/certificate-view.ts'
import {
  forgetCertificate,
  keepCertificate,
  noteCertificate,
} from '../../src/features/certificates/keep-certificate.ts'
import { Secret } from '../../src/lib/secret.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import { storeForTest, storeKinds } from '../support/stores.ts'

const box = createSecretBox(new Secret(Buffer.alloc(32, 7).toString('base64')))
const now = new Date('2026-06-15T12:00:00Z')

function chain(fingerprint: string): ReadChain {
  const leaf = Object.create(X509Certificate.prototype) as X509Certificate
  const dates = { notBefore: now, notAfter: new Date('2026-09-15T12:00:00Z') }
  return { hosts: ['b.test', 'a.test'], issuer: 'Some CA', ...dates, fingerprint, pem: `PEM ${fingerprint}\n`, leaf }
}

describe.each(storeKinds)('on %s', (kind) => {
  test('a renewal takes the place of what it renews, and its key opens', async () => {
    const { store } = await storeForTest(kind)
    const keep = (owner: 'acme' | 'custom', fingerprint: string) =>
      store.db
        .transaction()
        .execute((trx) =>
          keepCertificate(trx, box, now, { owner, chain: chain(fingerprint), key: new Secret(`key ${fingerprint}`) }),
        )
    const note = (error: string | null) =>
      store.db.transaction().execute((trx) => noteCertificate(trx, now, 'acme', ['A.test', 'b.test'], error))
    const states = async () =>
      (await listCertificates(store.db)).map(({ owner, fingerprint, error }) => [owner, fingerprint, error])

    const { id } = await note(null)
    expect(await states()).toEqual([['acme', null, null]])
    await note('refused')
    expect(await states()).toEqual([['acme', null, 'refused']])
    expect((await keep('acme', 'one')).id).toBe(id)
    expect(await states()).toEqual([['acme', 'one', null]])
    await note('no answer')
    expect(await states()).toEqual([['acme', 'one', 'no answer']])
    expect((await keep('acme', 'two')).hosts).toEqual(['a.test', 'b.test'])
    await keep('custom', 'three')
    await keep('custom', 'four')
    expect((await states()).length).toBe(3)
    await expect(keep('custom', 'four')).rejects.toMatchObject({ status: 409 })
    const row = await store.db.selectFrom('certificates').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.key_sealed).not.toContain('key')
    expect(box.open(keyPlace(id), row.key_sealed ?? '').reveal()).toBe('key two')
    await store.db.transaction().execute((trx) => forgetCertificate(trx, 'acme', ['b.test', 'a.test']))
    expect((await states()).map(([owner]) => owner)).toEqual(['custom', 'custom'])
  })
})
