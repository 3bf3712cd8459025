// Requests through the ingress while apps come, change, crash, scale and go: on the real engine, with the real proxy.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SystemStatus } from '@levelrail/contract/schemas/system.ts'
import { expect, onTestFinished, test } from 'vitest'
import { adminEnv, signIn, succeed } from '../support/admin-api.ts'
import {
  containersOf,
  createApp,
  deployEnv,
  engine,
  eventually,
  removeAllOf,
  type SignedApi,
  settled,
  signal,
  startDeploying,
  viewDeploy,
} from '../support/deploying.ts'
import { ask, type Door, Load } from '../support/ingress-load.ts'
import { freePort, startServer } from '../support/server.ts'

async function newDoor(): Promise<Door> {
  return { host: `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`, port: await freePort() }
}

async function startWithIngress(
  more: Record<string, string> = {},
  door?: Door,
): Promise<{ api: SignedApi; door: Door }> {
  door ??= await newDoor()
  const image = process.env.APP_INGRESS_IMAGE
  const api = await startDeploying({
    ...deployEnv(26),
    APP_DEPLOY_READY_TIMEOUT: '60s',
    APP_INGRESS_HTTP_ADDR: `${door.host}:${door.port}`,
    ...(image ? { APP_INGRESS_IMAGE: image } : {}),
    ...more,
  })
  return { api, door }
}

async function condition(api: SignedApi) {
  const { body } = await api.call('systemStatus', {}, api.admin)
  return body.conditions.find(({ type }) => type === 'IngressReady')
}

const versionAt = async (door: Door, app = 'web') =>
  ask(door, app).then(
    ({ status, body }) => (status === 200 ? JSON.parse(body).version : String(status)),
    () => 'nothing',
  )

function change(api: SignedApi, app: string, body: Record<string, unknown>) {
  return api.call('appUpdate', { params: { name: app }, body }, api.admin)
}

test('an app is reachable at its own name and its domains while it serves, and says so when it does not', async () => {
  const { api, door } = await startWithIngress()
  await eventually(() => condition(api)).toMatchObject({ status: 'true', reason: 'Serving' })
  expect(await versionAt(door)).toBe('404')
  await createApp(api, { env: { VERSION: 'one' }, domains: ['example.test/shop'] })
  expect((await settled(api)).outcome).toBe('healthy')
  // Healthy means that the proxy itself leads there.
  expect(await versionAt(door)).toBe('one')
  const shop = request({ ...door, path: '/shop/', agent: false, headers: { host: 'Example.test' } }).end()
  expect(((await once(shop, 'response')) as [IncomingMessage])[0].statusCode).toBe(200)

  const url = `http://web.localhost:${door.port}/`
  const domains = async () => (await api.call('domainList', { query: { app: 'web' } }, api.admin)).body
  expect(await domains()).toMatchObject([
    { domain: 'web.localhost', state: 'serving', url },
    { domain: 'example.test/shop', state: 'serving', url: `http://example.test:${door.port}/shop/` },
  ])

  await api.call('appStop', { params: { name: 'web' } }, api.admin)
  await eventually(() => versionAt(door)).toBe('503')
  await eventually(async () => (await domains())[0]?.state).toBe('not_running')
  expect((await ask(door, 'web')).body).toContain('is stopped')
  await api.call('appStart', { params: { name: 'web' } }, api.admin)
  await eventually(() => versionAt(door)).toBe('one')
  await api.call('appDelete', { params: { name: 'web' } }, api.admin)
  await eventually(() => versionAt(door)).toBe('404')
})

test('turned off, the ingress is taken away and nothing is said of it', async () => {
  const door = await newDoor()
  const image = process.env.APP_INGRESS_IMAGE
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-ingress-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { ...deployEnv(), ...adminEnv, ...(image ? { APP_INGRESS_IMAGE: image } : {}) }
  const first = await startServer({ dataDir, env: { ...env, APP_INGRESS_HTTP_ADDR: `${door.host}:${door.port}` } })
  onTestFinished(() => first.stop())
  const credential = await signIn(first.url)
  const status = async (url: string) =>
    (await succeed<SystemStatus>(url, credential, 'GET', '/api/v1/system/status')).body
  const { instance_id } = await status(first.url)
  onTestFinished(() => removeAllOf(instance_id))
  const reasons = async (url: string) =>
    (await status(url)).conditions.filter(({ type }) => type === 'IngressReady').map(({ reason }) => reason)
  const containers = async () =>
    (await engine.listContainers({ 'levelrail.instance': instance_id }, signal())).map(({ state }) => state)
  await eventually(() => reasons(first.url)).toEqual(['Serving'])
  expect(await containers()).toEqual(['running'])
  await first.stop()
  // It goes on without a control plane, until one says that it is off.
  expect(await containers()).toEqual(['running'])
  const second = await startServer({ dataDir, env: { ...env, APP_INGRESS_HTTP_ADDR: 'off' } })
  onTestFinished(() => second.stop())
  await eventually(containers).toEqual([])
  await eventually(() => reasons(second.url)).toEqual([])
})

test('without its image the ingress says so, and apps are deployed all the same', async () => {
  const { api } = await startWithIngress({ APP_INGRESS_IMAGE: 'levelrail/no-such:1' })
  await eventually(() => condition(api)).toMatchObject({ status: 'false', reason: 'ImageMissing' })
  await createApp(api, {})
  expect((await settled(api)).outcome).toBe('healthy')
})

test('while its port is taken the ingress says by whom and apps are deployed; once it is free they are served', async () => {
  const door = await newDoor()
  const other = createServer().listen(door.port, door.host)
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { api } = await startWithIngress({}, door)
  await eventually(() => condition(api)).toMatchObject({
    status: 'false',
    reason: 'PortTaken',
    message: expect.stringContaining(`process ${process.pid}`),
  })
  await createApp(api, { env: { VERSION: 'one' } })
  expect((await settled(api)).outcome).toBe('healthy')
  other.close()
  await eventually(() => condition(api)).toMatchObject({ status: 'true', reason: 'Serving' })
  await eventually(() => versionAt(door)).toBe('one')
})

test('a proxy that hangs is told of and holds up no deploy; when it goes on it leads to what runs by then', async () => {
  const { api, door } = await startWithIngress()
  await createApp(api, { env: { VERSION: 'one' } })
  expect((await settled(api)).outcome).toBe('healthy')
  await eventually(() => condition(api)).toMatchObject({ status: 'true', reason: 'Serving' })
  const wanted = { 'levelrail.instance': api.ctx.instanceId, 'levelrail.role': 'ingress' }
  const [proxy] = await engine.listContainers(wanted, signal())
  await engine.killContainer(proxy?.id ?? '', 'SIGSTOP', signal())
  await change(api, 'web', { env: { VERSION: 'two' } })
  await api.call('deployCreate', { params: { name: 'web' }, body: {} }, api.admin)
  // Every question to it takes its full time.
  const outcome = async () => (await viewDeploy(api)).outcome
  await expect.poll(outcome, { timeout: 120_000, interval: 200 }).toBe('healthy')
  expect(await condition(api)).toMatchObject({ status: 'false' })
  await engine.killContainer(proxy?.id ?? '', 'SIGCONT', signal())
  await eventually(() => condition(api)).toMatchObject({ status: 'true', reason: 'Serving' })
  await eventually(() => versionAt(door)).toBe('two')
}, 240_000)

test('every request is answered while a crashed replica is away, and when it is back', async () => {
  const { api, door } = await startWithIngress({ APP_RESTART_BACKOFF_BASE: '0s' })
  await createApp(api, { replicas: 2 })
  expect((await settled(api)).outcome).toBe('healthy')
  const [victim] = await containersOf(api)
  await engine.killContainer(victim?.id ?? '', 'SIGKILL', signal())
  for (let times = 0; times < 50; times++) expect((await ask(door, 'web')).status).toBe(200)
  await eventually(async () => (await containersOf(api)).map(({ state }) => state)).toEqual(['running', 'running'])
  expect((await ask(door, 'web')).status).toBe(200)
})

test('no request breaks while an app is scaled', async () => {
  const { api, door } = await startWithIngress()
  await createApp(api, { replicas: 2 })
  expect((await settled(api)).outcome).toBe('healthy')
  const load = new Load(door)
  onTestFinished(() => load.stop())
  load.start()
  // Down again as soon as they are there: some have only just become ready.
  for (const replicas of [4, 1, 4, 1, 4, 1]) {
    await change(api, 'web', { replicas })
    await eventually(async () => (await containersOf(api)).length).toBe(replicas)
    await load.useIdle()
  }
  await load.stop()
  expect(load.broken).toEqual([])
  expect(load.count).toBeGreaterThan(100)
})
