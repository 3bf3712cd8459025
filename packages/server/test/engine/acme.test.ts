// Certificates from a real certificate authority, proven through the running proxy by names of a real name server.
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getOrder } from '../../src/features/acme/acme-order-view.ts'
import { listCertificates } from '../../src/features/certificates/certificate-view.ts'
import { openState } from '../crash/state-check.ts'
import { adminEnv, signIn, succeed } from '../support/admin-api.ts'
import { createApp, deployEnv, eventually, removeAllOf, type SignedApi, startDeploying } from '../support/deploying.ts'
import type { Door } from '../support/ingress-load.ts'
import { type Authority, type NameServer, startAuthority, startNameServer } from '../support/pebble.ts'
import { freePort, startServer } from '../support/server.ts'

const image = process.env.APP_INGRESS_IMAGE

interface World {
  door: Door
  names: NameServer
  authority: Authority
  env: Record<string, string>
  settings: Record<string, unknown>
}

async function startWorld(more: Parameters<typeof startAuthority>[2] = {}): Promise<World> {
  const door: Door = { host: `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`, port: await freePort() }
  const names = await startNameServer()
  const authority = await startAuthority(names, door.port, more)
  return {
    door,
    names,
    authority,
    env: {
      ...deployEnv(),
      APP_INGRESS_HTTP_ADDR: `${door.host}:${door.port}`,
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

async function certificateOf(api: SignedApi, host: string) {
  const all = await listCertificates(api.ctx.db)
  return all.find(({ owner, hosts }) => owner === 'acme' && hosts.includes(host))
}

test('a domain whose DNS leads here gets a certificate; one that does not waits and says for what', async () => {
  const { names, authority, env, settings, door } = await startWorld({ blocked: ['blocked.example'] })
  const api = await startDeploying(env)
  await names.point('shop.example', door.host)
  await names.point('blocked.example', door.host)
  await names.point('away.example', '127.9.9.9')
  const { status } = await api.call('ingressSettingsSet', { body: settings }, api.admin)
  expect(status).toBe(200)
  await createApp(api, { domains: ['shop.example/cart', 'away.example', 'blocked.example', 'web.localhost'] })

  await eventually(async () => (await certificateOf(api, 'shop.example'))?.not_after ?? null).not.toBe(null)
  const first = await certificateOf(api, 'shop.example')
  expect(first).toMatchObject({ hosts: ['shop.example'], error: null, issuer: expect.stringContaining('Pebble') })
  expect(JSON.stringify(await getOrder(api.ctx.db, 'shop.example'))).not.toContain('token":"')

  await eventually(async () => (await getOrder(api.ctx.db, 'away.example'))?.message).toContain(
    `away.example leads to 127.9.9.9: create away.example A ${door.host}`,
  )
  expect(await certificateOf(api, 'away.example')).toMatchObject({ not_after: null, error: null })
  await eventually(async () => (await certificateOf(api, 'blocked.example'))?.error ?? '').toContain('policy')
  const failed = await getOrder(api.ctx.db, 'blocked.example')
  expect(failed).toMatchObject({ failures: 1, order_url: null })
  expect(Date.parse(failed?.next_attempt_at ?? '')).toBeGreaterThan(Date.now())

  // The record is mended, and nobody waits for the next look. What was looked up is kept for moments.
  await names.point('away.example', door.host)
  const check = { params: { name: 'web' }, query: { domain: 'away.example' } }
  await eventually(async () => (await api.call('appDomainCheck', check, api.admin)).body.status).toBe('connected')
  const waiting = await certificateOf(api, 'away.example')
  await api.call('certificateRenew', { params: { id: waiting?.id ?? '' } }, api.admin)
  await eventually(async () => (await certificateOf(api, 'away.example'))?.not_after ?? null).not.toBe(null)

  const orders = authority.countOrders()
  await api.call('certificateRenew', { params: { id: first?.id ?? '' } }, api.admin)
  await eventually(async () => (await certificateOf(api, 'shop.example'))?.fingerprint).not.toBe(first?.fingerprint)
  expect(authority.countOrders()).toBe(orders + 1)
})

test('an account is bound to one that exists elsewhere, where the authority wants that', async () => {
  const key = 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W'
  const { names, env, settings, door } = await startWorld({ eab: { 'kid-1': key } })
  const api = await startDeploying(env)
  await names.point('shop.example', door.host)
  const set = (body: object) => api.call('ingressSettingsSet', { body }, api.admin)
  await set(settings)
  await createApp(api, { domains: ['shop.example'] })
  await eventually(async () => (await certificateOf(api, 'shop.example'))?.error ?? '').toMatch(
    /externalAccountRequired/,
  )
  expect((await set({ acme_eab_key_id: 'kid-1', acme_eab_hmac_key: key })).status).toBe(200)
  const { id = '' } = (await certificateOf(api, 'shop.example')) ?? {}
  await api.call('certificateRenew', { params: { id } }, api.admin)
  await eventually(async () => (await certificateOf(api, 'shop.example'))?.not_after ?? null).not.toBe(null)
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
