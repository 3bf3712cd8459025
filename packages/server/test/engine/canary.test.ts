// A deploy that gets a share of the requests first, with the real engine and the real proxy.
import { randomInt } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import {
  containersOf,
  createApp,
  deployEnv,
  eventually,
  type SignedApi,
  settled,
  startDeploying,
  viewDeploy,
} from '../support/deploying.ts'
import { ask, type Door, Load } from '../support/ingress-load.ts'
import { freePort } from '../support/server.ts'

const params = { name: 'web' }
const asked = 400

async function canary(api: SignedApi, version: string, weight: number): Promise<string> {
  await api.call('appUpdate', { params, body: { env: { VERSION: version } } }, api.admin)
  const { body } = await api.call('deployCreate', { params, body: { canary_weight: weight } }, api.admin)
  await eventually(async () => (await viewDeploy(api, 'web', body.id)).phases.at(-1)?.name).toBe('canary')
  return body.id
}

/** How many of the answers are of this version, in percent. */
async function shareOf(door: Door, version: string): Promise<number> {
  let count = 0
  for (let times = 0; times < asked; times++) if (JSON.parse((await ask(door, 'web')).body).version === version) count++
  return (count / asked) * 100
}

const weigh = (api: SignedApi, deployId: string, weight: number) =>
  api.call('deployCanarySet', { params: { ...params, deployId }, body: { weight } }, api.admin)

test('a canary gets its share, more when told, all in the end, or is taken back, and no request breaks', async () => {
  const door: Door = { host: `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`, port: await freePort() }
  const image = process.env.APP_INGRESS_IMAGE
  const api = await startDeploying({
    ...deployEnv(26),
    APP_INGRESS_HTTP_ADDR: `${door.host}:${door.port}`,
    ...(image ? { APP_INGRESS_IMAGE: image } : {}),
  })
  await createApp(api, { env: { VERSION: 'one' } })
  const first = await settled(api)
  expect(first.outcome).toBe('healthy')
  expect(await weigh(api, first.id, 50)).toMatchObject({ status: 409, error: expect.stringContaining('is no canary') })
  const load = new Load(door)
  onTestFinished(() => load.stop())
  load.start()

  const second = await canary(api, 'two', 20)
  const few = await shareOf(door, 'two')
  expect(few).toBeGreaterThan(8)
  expect(few).toBeLessThan(36)
  expect((await weigh(api, second, 80)).body).toMatchObject({ outcome: 'in_progress', canary_weight: 80 })
  await eventually(() => shareOf(door, 'two')).toBeGreaterThan(64)
  expect((await weigh(api, second, 100)).body).not.toHaveProperty('canary_weight')
  expect((await settled(api, 'web', second)).outcome).toBe('healthy')
  await eventually(() => shareOf(door, 'two')).toBe(100)
  await eventually(async () => (await containersOf(api)).length).toBe(1)

  const third = await canary(api, 'three', 50)
  await api.call('deployCancel', { params: { ...params, deployId: third } }, api.admin)
  await eventually(() => shareOf(door, 'two')).toBe(100)
  await eventually(async () => (await containersOf(api)).length).toBe(1)
  await load.stop()
  expect(load.broken).toEqual([])
})
