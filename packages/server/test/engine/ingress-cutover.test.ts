// Everything that happens to an ingress in a year, in a minute or two, and not one request, stream or WebSocket breaks.
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Certificate } from '@levelrail/contract/schemas/certificates.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import type { SystemStatus } from '@levelrail/contract/schemas/system.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readWorkers } from '../../src/drivers/ingress/proxy-state.ts'
import { adminEnv, signIn, succeed } from '../support/admin-api.ts'
import { lookAtTls, makeCertificates } from '../support/certificates.ts'
import { deployEnv, engine, eventually, removeAllOf, signal, testImage } from '../support/deploying.ts'
import { Http2Client } from '../support/http2-load.ts'
import { ask, type Door, Load, orFault } from '../support/ingress-load.ts'
import { lastingApp, listen, talk } from '../support/lasting-app.ts'
import { freePort, startServer } from '../support/server.ts'

const rounds = 50
const certificateChanges = 20
const reloads = 10

test(`no request breaks through ${rounds} deploys, ${rounds} changes of rules, ${certificateChanges} of certificates, ${reloads} reloads and a death`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-cutover-'))
  const host = `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`
  const door: Door = { host, port: await freePort() }
  const secureDoor: Door = { host, port: await freePort() }
  const image = process.env.APP_INGRESS_IMAGE
  const env = {
    ...deployEnv(26),
    ...adminEnv,
    APP_DEPLOY_READY_TIMEOUT: '60s',
    APP_INGRESS_HTTP_ADDR: `${door.host}:${door.port}`,
    APP_INGRESS_HTTPS_ADDR: `${secureDoor.host}:${secureDoor.port}`,
    ...(image ? { APP_INGRESS_IMAGE: image } : {}),
  }
  let server = await startServer({ dataDir, env })
  let instanceId = ''
  onTestFinished(async () => {
    await server.stop()
    await removeAllOf(instanceId)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const credential = await signIn(server.url)
  const call = async <T>(method: string, path: string, body?: unknown) =>
    (await succeed<T>(server.url, credential, method, `/api/v1${path}`, body)).body
  instanceId = (await call<SystemStatus>('GET', '/system/status')).instance_id
  const proxy = `levelrail-${instanceId.slice(-4)}-ingress`

  const app = { image: testImage, port: 8080 }
  await call('POST', '/apps', { ...app, name: 'web', env: { VERSION: '0' }, domains: ['web.test'] })
  await call('POST', '/apps', { ...app, name: 'lasting', command: lastingApp })
  for (const name of ['web', 'lasting'])
    await eventually(async () => (await call<App>('GET', `/apps/${name}`)).conditions[0]?.reason).toBe('Serving')
  await eventually(async () => (await ask(door, 'lasting')).status).toBe(200)
  const { certificates } = await makeCertificates(Array.from({ length: certificateChanges }, () => ['web.test']))
  const served = async () => (await lookAtTls(secureDoor, 'web.test')).serial
  await eventually(served).toMatch(/./)

  const load = new Load(door)
  const http2 = new Http2Client(secureDoor, 'web.test')
  onTestFinished(() => http2.close())
  onTestFinished(() => load.stop())
  load.start()
  load.repeat('GET over HTTP/2', () => http2.ask('/'))
  const body = 'y'.repeat(20_000)
  load.repeat('POST over HTTP/2', async () => orFault(await http2.ask('/echo', body), body))
  load.repeat('a slow GET over HTTP/2', () => http2.ask('/delay/0.2'))
  load.repeat('a WebSocket', () => talk(door, 'lasting'))
  load.repeat('an event stream', () => listen(door, 'lasting'))

  let previous: Certificate | undefined
  for (let round = 1; round <= rounds; round++) {
    const version = String(round)
    await call('PATCH', '/apps/web', { env: { VERSION: version } })
    await call('POST', '/apps/web/deploys', {})
    if (round % 10 === 0) await call('POST', '/apps/lasting/deploys', {})
    if (round === rounds / 2) {
      server.kill('SIGKILL')
      await server.ended
      await load.useIdle()
      server = await startServer({ dataDir, env, port: server.port })
    }
    await eventually(async () => (await call<Deploy>('GET', '/apps/web/deploys/latest')).outcome).toBe('healthy')
    await eventually(async () => JSON.parse((await ask(door, 'web')).body).version).toBe(version)
    await call('PUT', '/apps/web/rules', { rate_limit: { requests: 10_000 + round, per: 'second' } })
    const made = certificates[round - 1]
    if (made) {
      const before = await served()
      const upload = { certificate: made.certificate, private_key: made.privateKey }
      const fresh = await call<Certificate>('POST', '/certificates', upload)
      if (previous) await call('DELETE', `/certificates/${previous.id}`)
      previous = fresh
      await eventually(async () => (await served()) === before).toBe(false)
    }
    if (round % (rounds / reloads) === 0) await reload(proxy)
    await load.useIdle()
  }
  for (const name of ['web', 'lasting'])
    await eventually(async () => (await call<Deploy>('GET', `/apps/${name}/deploys/latest`)).outcome).toBe('healthy')
  await load.stop()
  expect(load.broken).toEqual([])
  expect(load.count).toBeGreaterThan(1000)
})

/** By hand, past the control plane; another process takes over. */
async function reload(container: string): Promise<void> {
  const command = (text: string) => {
    const script = 'echo "$1" | socat -t5 - UNIX-CONNECT:/run/levelrail-ingress/master.sock'
    return engine.exec(container, {
      command: ['sh', '-c', script, 'sh', text],
      maxOutputBytes: 10_000,
      signal: signal(),
    })
  }
  const current = async () => readWorkers((await command('show proc')).stdout).find(({ isCurrent }) => isCurrent)?.pid
  const before = await current()
  await command('reload')
  await eventually(async () => (await current()) === before).toBe(false)
}
