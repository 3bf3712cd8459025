// Certificates and how domains are served, over the API; what the proxy makes of them is tried with the proxy.
import { generateKeyPairSync } from 'node:crypto'
import type { AppDomainWish } from '@levelrail/contract/schemas/domains.ts'
import { describe, expect, test } from 'vitest'
import { keepInternalCertificates } from '../../src/features/certificates/keep-internal.ts'
import { type Api, type As, startWithAdmin } from '../support/api.ts'
import { makeCertificates } from '../support/certificates.ts'
import { storeKinds } from '../support/stores.ts'

const takesTls = { APP_INGRESS_HTTPS_ADDR: '127.0.0.1:8443' }
const web = { params: { name: 'web' } }

describe.each(storeKinds)('on %s', (kind) => {
  test('an uploaded certificate is listed with the domains that use it, and goes when it is removed', async () => {
    const api = await startWithAdmin(kind, takesTls)
    const { certificates, pem: issuer } = await makeCertificates([['*.example.com', 'example.com'], ['soon.test']], 10)
    const [wide, soon] = certificates
    await api.call('appCreate', { body: { name: 'web', domains: ['www.example.com', 'example.org'] } }, api.admin)
    const upload = (certificate = '', private_key = '') =>
      api.call('certificateCreate', { body: { certificate, private_key } }, api.admin)
    const { body: made } = await upload(`${wide?.certificate}${issuer}`, wide?.privateKey)
    expect(made).toMatchObject({
      tls_owner: 'custom',
      sans: ['*.example.com', 'example.com'],
      domains: ['www.example.com'],
      issuer: 'Levelrail test authority',
      state: 'expiring_soon',
      message: null,
    })
    await upload(soon?.certificate, soon?.privateKey)
    const { body: all } = await api.call('certificateList', {}, api.admin)
    expect(all.map(({ sans, domains }) => [sans, domains])).toEqual([
      [['*.example.com', 'example.com'], ['www.example.com']],
      [['soon.test'], []],
    ])
    expect(JSON.stringify(all)).not.toContain('PRIVATE')
    const owners = async () =>
      (await api.call('domainList', {}, api.admin)).body.map(({ domain, tls_owner }) => [domain, tls_owner])
    expect(await owners()).toEqual([
      ['web.localhost', 'internal'],
      ['example.org', 'internal'],
      ['www.example.com', 'custom'],
    ])
    const narrow = { name: 'narrow', abilities: ['read' as const], policy: { apps: ['other'], databases: null } }
    const { body: token } = await api.call('tokenCreate', { body: narrow }, api.admin)
    const { body: seen } = await api.call('certificateList', {}, { token: token.token })
    expect(seen.map(({ sans }) => sans)).toEqual([['soon.test']])

    expect((await upload(wide?.certificate, wide?.privateKey)).status).toBe(409)
    expect((await api.call('certificateDelete', { params: { id: made.id } }, api.admin)).status).toBe(204)
    expect(await owners()).toContainEqual(['www.example.com', 'internal'])
    expect((await api.call('certificateDelete', { params: { id: made.id } }, api.admin)).status).toBe(404)
    const { body: audit } = await api.call('auditList', {}, api.admin)
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['certificateCreate', 'certificateDelete']),
    )
    expect(JSON.stringify(audit)).not.toContain('PRIVATE')
  })

  test('what is wrong with an upload is named, and nothing is kept of it', async () => {
    const api = await startWithAdmin(kind, takesTls)
    const { certificates, pem: issuer } = await makeCertificates([['a.test'], ['b.test']])
    const [one, other] = certificates
    const { certificates: old } = await makeCertificates([['a.test']], -1)
    const { privateKey: ed25519 } = generateKeyPairSync('ed25519')
    const weak = ed25519.export({ type: 'pkcs8', format: 'pem' }).toString()
    const locked = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
    })
    const [certificate = '', key = ''] = [one?.certificate, one?.privateKey]
    const cases: [string, string, RegExp][] = [
      ['hello', key, /^certificate: it holds no certificate in PEM/],
      [certificate.replace('MII', 'AAA'), key, /^certificate: it holds a certificate that cannot be read, 1 of 1/],
      [`${issuer}${certificate}`, key, /^certificate: .*certificate 1 was not issued by certificate 2/],
      [`${certificate}${other?.certificate}`, key, /^certificate: .*was not issued by/],
      [issuer, key, /^certificate: it names no host/],
      [old[0]?.certificate ?? '', old[0]?.privateKey ?? '', /^certificate: it ended at 20/],
      [certificate, other?.privateKey ?? '', /^private_key: it does not belong/],
      [certificate, 'hello', /^private_key: it is not a private key in PEM/],
      [certificate, certificate, /^private_key: it is not a private key in PEM/],
      [certificate, weak, /^private_key: it must be RSA/],
      [certificate, String(locked), /^private_key: it is protected by a passphrase/],
    ]
    for (const [sent, private_key, reason] of cases) {
      const answer = await api.call('certificateCreate', { body: { certificate: sent, private_key } }, api.admin)
      expect([answer.status, answer.body]).toEqual([400, { error: expect.stringMatching(reason) }])
    }
    expect((await api.call('certificateList', {}, api.admin)).body).toEqual([])
    const reader = { name: 'reader', abilities: ['write' as const] }
    const { body: token } = await api.call('tokenCreate', { body: reader }, api.admin)
    const body = { certificate, private_key: key }
    expect((await api.call('certificateCreate', { body }, { token: token.token })).status).toBe(403)
  })

  test('the internal authority is made once, and its certificates go with their hosts', async () => {
    const api = await startWithAdmin(kind, takesTls)
    expect((await api.call('certificateAuthorityView', {}, api.admin)).status).toBe(404)
    const { ctx } = api
    const keep = async (hosts: string[]) => {
      if (!ctx.box) throw new Error('there is no master key')
      await keepInternalCertificates(ctx, ctx.box, hosts)
      return (await api.call('certificateList', {}, api.admin)).body
    }
    const first = await keep(['web.localhost', 'a.test'])
    expect(first.map(({ sans, tls_owner, state }) => [sans, tls_owner, state])).toEqual([
      [['a.test'], 'internal', 'healthy'],
      [['web.localhost'], 'internal', 'healthy'],
    ])
    const { body: root } = await api.call('certificateAuthorityView', {}, api.admin)
    expect(root).toMatch(/^-----BEGIN CERTIFICATE-----/)
    const second = await keep(['web.localhost', 'b.test'])
    expect(second.map(({ sans }) => sans)).toEqual([['b.test'], ['web.localhost']])
    expect(second[1]).toEqual(first[1])
    expect((await api.call('certificateAuthorityView', {}, api.admin)).body).toBe(root)
    const id = second[0]?.id ?? ''
    expect((await api.call('certificateDelete', { params: { id } }, api.admin)).status).toBe(409)
  })

  test('how domains are served is one list, and stays with those that an edit of the app leaves', async () => {
    const api = await startWithAdmin(kind)
    await api.call('appCreate', { body: { name: 'web', domains: ['a.test', 'b.test'] } }, api.admin)
    await api.call('appCreate', { body: { name: 'other', domains: ['taken.test'] } }, api.admin)
    const list = async () => (await api.call('appDomainList', web, api.admin)).body
    const plain = { port: null, redirect_to: null, http: 'auto', hsts_seconds: 0, tls: 'auto' }
    expect(await list()).toEqual([
      { domain: 'a.test', ...plain },
      { domain: 'b.test', ...plain },
    ])
    const wish: AppDomainWish[] = [
      { domain: 'WWW.Bücher.example', redirect_to: 'bücher.example', tls: 'internal' },
      { domain: 'a.test', port: 9000, http: 'serve', hsts_seconds: 60 },
      { domain: '*.wild.test' },
    ]
    const { status, body: set } = await api.call('appDomainSet', { ...web, body: wish }, api.admin)
    const served = [
      { domain: 'www.xn--bcher-kva.example', ...plain, redirect_to: 'xn--bcher-kva.example', tls: 'internal' },
      { domain: 'a.test', ...plain, port: 9000, http: 'serve', hsts_seconds: 60 },
      { domain: '*.wild.test', ...plain },
    ]
    expect([status, set]).toEqual([200, served])
    const { body: app } = await api.call('appView', web, api.admin)
    expect(app.domains).toEqual(served.map(({ domain }) => domain))

    const domains = ['a.test', 'www.xn--bcher-kva.example', 'new.test']
    await api.call('appUpdate', { ...web, body: { domains } }, api.admin)
    expect(await list()).toEqual([served[1], served[0], { domain: 'new.test', ...plain }])
    // Read and sent back as it is, nothing changes.
    expect((await api.call('appDomainSet', { ...web, body: await list() }, api.admin)).body).toEqual(await list())

    const before = await list()
    for (const [refused, expected, reason] of [
      [[{ domain: 'taken.test' }], 409, 'taken.test'],
      [[{ domain: 'a.test' }, { domain: 'A.test' }], 400, 'a.test'],
      [[{ domain: 'https://a.test' }], 400, 'scheme'],
      [[{ domain: 'a.test:80' }], 400, 'port'],
      [[{ domain: 'xn--a.test' }], 400, 'xn--a'],
      [[{ domain: 'new.test' }, { domain: 'a.test', tls: 'off', hsts_seconds: 5 }], 400, 'a.test'],
      [[{ domain: 'a.test', port: 70_000 }], 400, 'port'],
    ] as [AppDomainWish[], number, string][]) {
      const answer = await api.call('appDomainSet', { ...web, body: refused }, api.admin)
      expect([answer.status, answer.body]).toEqual([expected, { error: expect.stringContaining(reason) }])
    }
    expect(await list()).toEqual(before)
    await api.call('appDelete', web, api.admin)
    expect(await freeOf(api, 'new.test')).toBe(200)
  })
})

async function freeOf(api: Api & { admin: As }, domain: string): Promise<number> {
  const { status } = await api.call('appDomainSet', { params: { name: 'other' }, body: [{ domain }] }, api.admin)
  return status
}

test('without a master key nothing is kept, and what would need it says so', async () => {
  const api = await startWithAdmin('sqlite', { ...takesTls, APP_MASTER_KEY: '' })
  const { certificates } = await makeCertificates([['a.test']])
  const [one] = certificates
  const body = { certificate: one?.certificate ?? '', private_key: one?.privateKey ?? '' }
  expect((await api.call('certificateCreate', { body }, api.admin)).status).toBe(501)
  await api.call('appCreate', { body: { name: 'web' } }, api.admin)
  expect((await api.call('domainList', {}, api.admin)).body).toMatchObject([{ tls_owner: null }])
})
