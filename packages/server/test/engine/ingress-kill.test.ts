// The control plane is killed with -9 in the middle of deploys, and the ingress goes on: no request and no open
// connection breaks, and the next start finishes what was begun.
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openState } from '../crash/state-check.ts'
import { adminEnv, signIn, succeed } from '../support/admin-api.ts'
import { deployEnv, eventually, removeAllOf, testImage } from '../support/deploying.ts'
import { ask, type Door, Load } from '../support/ingress-load.ts'
import { expectEcho, lastingApp, openEcho } from '../support/lasting-app.ts'
import { freePort, startServer } from '../support/server.ts'

test('a control plane that dies during deploys breaks no request and no open connection', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-ingress-'))
  const armed = join(dataDir, 'failpoint')
  const door: Door = { host: `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`, port: await freePort() }
  const image = process.env.APP_INGRESS_IMAGE
  const env = {
    ...deployEnv(26),
    ...adminEnv,
    APP_DEPLOY_READY_TIMEOUT: '60s',
    APP_INGRESS_HTTP_ADDR: `${door.host}:${door.port}`,
    LEVELRAIL_FAILPOINT_FILE: armed,
    ...(image ? { APP_INGRESS_IMAGE: image } : {}),
  }
  const imports = [join(import.meta.dirname, '../support/failpoints.ts')]
  let server = await startServer({ dataDir, env, imports })
  onTestFinished(async () => {
    await server.stop()
    const state = openState(dataDir)
    const row = state.prepare('select instance_id from instance').get()
    state.close()
    await removeAllOf(String(row?.instance_id ?? ''))
    rmSync(dataDir, { recursive: true, force: true })
  })
  const credential = await signIn(server.url)
  const call = async <T>(method: string, path: string, body?: unknown) =>
    (await succeed<T>(server.url, credential, method, `/api/v1/apps${path}`, body)).body
  const isServing = async (app: string) => (await call<App>('GET', `/${app}`)).conditions[0]?.reason

  await call('POST', '', { name: 'web', image: testImage, port: 8080, env: { VERSION: '0' } })
  await call('POST', '', { name: 'echo', image: testImage, port: 8080, command: lastingApp })
  for (const app of ['web', 'echo']) await eventually(() => isServing(app)).toBe('Serving')
  await eventually(async () => (await ask(door, 'echo')).body).toBe('hello')

  const socket = await openEcho(door, 'echo')
  onTestFinished(() => void socket.destroy())
  const load = new Load(door)
  onTestFinished(() => load.stop())
  load.start()
  for (const [number, place] of [
    [1, 'deploy.admitted'],
    [2, 'deploy.in-traffic'],
    [3, 'deploy.served'],
    [4, 'app.stopped'],
    [5, 'deploy.canary-admitted'],
  ] as const) {
    const isCanary = place === 'deploy.canary-admitted'
    await call('PATCH', '/web', { env: { VERSION: String(number) } })
    writeFileSync(armed, place)
    const { id } = await call<Deploy>('POST', '/web/deploys', isCanary ? { canary_weight: 50 } : {})
    await server.ended
    rmSync(armed, { force: true })
    await load.useIdle()
    await expectEcho(socket, `while it is dead ${number}`)
    server = await startServer({ dataDir, env, imports, port: server.port })
    const latest = () => call<Deploy>('GET', '/web/deploys/latest')
    if (isCanary) {
      await eventually(async () => (await latest()).phases.at(-1)?.name).toBe('canary')
      await call('PUT', `/web/deploys/${id}/canary`, { weight: 100 })
    }
    await eventually(async () => (await latest()).outcome).toBe('healthy')
    const version = async () => JSON.parse((await ask(door, 'web')).body).version
    await eventually(version).toBe(String(number))
    await load.useIdle()
    await expectEcho(socket, `after ${number}`)
  }
  await load.stop()
  expect(load.broken).toEqual([])
  expect(load.count).toBeGreaterThan(100)
})
