// Certificates from a real certificate authority, proven through the running proxy by names of a real name server.
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from '@levelrail/contract/schemas/certificates.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openState } from '../crash/state-check.ts'
import { adminEnv, signIn, succeed } from '../support/admin-api.ts'
import { lookAtTls } from '../support/certificates.ts'
import {
  createApp,
  deployEnv,
  engine,
  eventually,
  removeAllOf,
  type SignedApi,
  signal,
  startDeploying,
} from '../support/deploying.ts'
import type { Door } from '../support/ingress-load.ts'
import { type Authority, type NameServer, startAuthority, startNameServer } from '../support/pebble.ts'
import { freePort, startServer } from '../support/server.ts'

const image = process.env.APP_INGRESS_IMAGE

interface World {
  door: Door
  tlsDoor: Door
  names: NameServer
  authority: Authority
  env: Record<string, string>
  settings: Record<string, unknown>
}

async function startWorld(more: Parameters<typeof startAuthority>[2] = {}): Promise<World> {
  const door: Door = { host: `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`, port: await freePort() }
  const tlsDoor: Door = { host: door.host, port: await freePort() }
  const names = await startNameServer()
  const authority = await startAuthority(names, door.port, more)
  return {
    door,
    tlsDoor,
    names,
    authority,
    env: {
      ...deployEnv(),
      APP_INGRESS_HTTP_ADDR: `${door.host}:${door.port}`,
      APP_INGRESS_HTTPS_ADDR: `${tlsDoor.host}:${tlsDoor.port}`,
      APP_DNS_SERVERS: names.address,
      APP_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.1',
      ...(image ? { APP_INGRESS_IMAGE: image } : {}),
    },
    settings: {
      acme_enabled: true,
      acme_email: 'ann@example.com',
      acme_directory_url: authority.directoryUrl,
      acme_ca_certificate: authority.caCertificate,
      public_addresses: [door.host],
    },
  }
}

async function certificateOf(api: SignedApi, host: string): Promise<Certificate | undefined> {
  const { body } = await api.call('certificateList', {}, api.admin)
  return body.find(({ tls_owner, sans }) => tls_owner === 'acme' && sans.includes(host))
}

async function stateOf(api: SignedApi, host: string): Promise<string | undefined> {
  return (await certificateOf(api, host))?.state
}

async function renew(api: SignedApi, host: string): Promise<void> {
  const { id = '' } = (await certificateOf(api, host)) ?? {}
  expect((await api.call('certificateRenew', { params: { id } }, api.admin)).status).toBe(202)
}

test('a domain whose DNS leads here gets a certificate; one that does not waits and says for what', async () => {
  const { names, authority, env, settings, door, tlsDoor } = await startWorld({ blocked: ['blocked.example'] })
  const api = await startDeploying(env)
  await names.point('shop.example', door.host)
  await names.point('panel.example', door.host)
  await names.point('blocked.example', door.host)
  await names.point('away.example', '127.9.9.9')
  const body = { ...settings, primary_domain: 'panel.example' }
  expect((await api.call('ingressSettingsSet', { body }, api.admin)).status).toBe(200)
  await createApp(api, { domains: ['shop.example/cart', 'away.example', 'blocked.example', 'web.localhost'] })

  for (const host of ['shop.example', 'panel.example']) await eventually(() => stateOf(api, host)).toBe('healthy')
  const first = await certificateOf(api, 'shop.example')
  expect(first).toMatchObject({ message: null, issuer: expect.stringContaining('Pebble') })
  expect(Date.parse(first?.next_attempt_at ?? '')).toBeGreaterThan(Date.now())
  // A client that trusts the authority trusts the host.
  const seen = () => lookAtTls(tlsDoor, 'shop.example', authority.root)
  await eventually(seen).toMatchObject({ names: 'shop.example', isTrusted: true })

  await eventually(() => certificateOf(api, 'away.example')).toMatchObject({
    state: 'pending',
    message: expect.stringContaining(`away.example leads to 127.9.9.9: create away.example A ${door.host}`),
    next_attempt_at: expect.any(String),
  })
  await eventually(() => certificateOf(api, 'blocked.example')).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/the certificate authority 127\.0\.0\.1:\d+ said: .*policy.*rejectedIdentifier/),
    next_attempt_at: expect.any(String),
  })
  // Nobody ordered for what leads elsewhere.
  expect(authority.countOrders()).toBe(2)

  // The record is mended, and nobody waits for the next look. What was looked up is kept for moments.
  await names.point('away.example', door.host)
  const check = { params: { name: 'web' }, query: { domain: 'away.example' } }
  await eventually(async () => (await api.call('appDomainCheck', check, api.admin)).body.status).toBe('connected')
  await renew(api, 'away.example')
  await eventually(() => stateOf(api, 'away.example')).toBe('healthy')

  const workers = await processesOf(api)
  const { serial } = await seen()
  await renew(api, 'shop.example')
  await eventually(async () => (await seen()).serial).not.toBe(serial)
  expect(await seen()).toMatchObject({ isTrusted: true })
  expect(authority.countOrders()).toBe(4)
  expect(await processesOf(api)).toEqual(workers)
})

/** Of the proxy: a reload makes another one. */
async function processesOf(api: SignedApi): Promise<string> {
  const wanted = { 'levelrail.instance': api.ctx.instanceId, 'levelrail.role': 'ingress' }
  const [proxy] = await engine.listContainers(wanted, signal())
  const asked = { command: ['pidof', 'haproxy'], maxOutputBytes: 1000, signal: signal() }
  return (await engine.exec(proxy?.id ?? '', asked)).stdout.trim()
}

test('an account is bound to one that exists elsewhere, where the authority wants that', async () => {
  const key = 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W'
  const { names, env, settings, door } = await startWorld({ eab: { 'kid-1': key } })
  const api = await startDeploying(env)
  await names.point('shop.example', door.host)
  const set = (body: object) => api.call('ingressSettingsSet', { body }, api.admin)
  await set(settings)
  await createApp(api, { domains: ['shop.example'] })
  await eventually(async () => (await certificateOf(api, 'shop.example'))?.message).toMatch(/externalAccountRequired/)
  expect((await set({ acme_eab_key_id: 'kid-1', acme_eab_hmac_key: key })).status).toBe(200)
  // What was changed may have mended it: nobody waits.
  await eventually(() => stateOf(api, 'shop.example')).toBe('healthy')
})

test('killed anywhere, it goes on with the order that it has', async () => {
  const { names, authority, env, settings, door } = await startWorld()
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-acme-'))
  const armed = join(dataDir, 'failpoint')
  const start = (port?: number) =>
    startServer({
      dataDir,
      env: { ...env, ...adminEnv, LEVELRAIL_FAILPOINT_FILE: armed },
      imports: [join(import.meta.dirname, '../support/failpoints.ts')],
      ...(port === undefined ? {} : { port }),
    })
  let server = await start()
  onTestFinished(async () => {
    await server.stop()
    const state = openState(dataDir)
    const row = state.prepare('select instance_id from instance').get()
    state.close()
    await removeAllOf(String(row?.instance_id ?? ''))
    rmSync(dataDir, { recursive: true, force: true })
  })
  const credential = await signIn(server.url)
  const call = (method: string, path: string, body?: unknown) =>
    succeed(server.url, credential, method, `/api/v1${path}`, body)
  const issued = () => {
    const state = openState(dataDir)
    const rows = state.prepare("select hosts from certificates where owner = 'acme' and fingerprint is not null").all()
    state.close()
    return rows.flatMap(({ hosts }) => JSON.parse(String(hosts)) as string[]).sort()
  }
  await call('PUT', '/settings/ingress', settings)
  await call('POST', '/apps', { name: 'web' })
  const domains: string[] = []
  for (const [place, orders] of [
    // The first time round, the account is made.
    ['acme.account-made', 1],
    ['acme.account-key-kept', 1],
    // Of an order that nobody has kept, nobody knows.
    ['acme.ordered', 2],
    ['acme.order-kept', 1],
    ['acme.challenge-answered', 1],
    ['acme.challenge-told', 1],
    ['acme.finalized', 1],
    ['acme.certificate-kept', 1],
  ] as const) {
    const host = `${place.slice(5)}.example`
    await names.point(host, door.host)
    domains.push(host)
    const before = authority.countOrders()
    writeFileSync(armed, place)
    await call('PATCH', '/apps/web', { domains })
    await server.ended
    server = await start(server.port)
    await eventually(issued).toEqual([...domains].sort())
    expect([place, authority.countOrders() - before]).toEqual([place, orders])
  }
})
