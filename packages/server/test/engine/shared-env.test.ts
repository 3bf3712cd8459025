// Shared variables on a real engine: they reach a container with the next deploy or restart, and not before. Rulings 1.
import { expect, test } from 'vitest'
import {
  containersOf,
  createApp,
  engine,
  eventually,
  type SignedApi,
  settled,
  signal,
  startDeploying,
  viewApp,
} from '../support/deploying.ts'

const app = { params: { name: 'web' } }

/** The variables of the one container that runs, that are ours. */
async function envOfContainer(api: SignedApi): Promise<Record<string, string>> {
  const [container] = (await containersOf(api)).filter(({ state }) => state === 'running')
  const { stdout } = await engine.exec(container?.id ?? '', {
    command: ['cat', '/proc/1/environ'],
    maxOutputBytes: 100_000,
    signal: signal(),
  })
  const pairs = stdout.split('\0').map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)])
  return Object.fromEntries(pairs.filter(([key]) => /^(LEVEL|TOKEN|OWN)$/.test(key ?? '')))
}

async function deployed(api: SignedApi, count: number): Promise<void> {
  expect((await settled(api)).outcome).toBe('healthy')
  await eventually(async () => (await containersOf(api)).map(({ state }) => state)).toEqual(['running'])
  expect((await api.call('deployList', app, api.admin)).body).toHaveLength(count)
}

test('a shared variable reaches the container with the next deploy or restart, and not before', async () => {
  const api = await startDeploying()
  const { body: project } = await api.call('projectCreate', { body: { name: 'Shop' } }, api.admin)
  const at = { params: { id: project.id } }
  const share = (body: Record<string, string>) => api.call('projectEnvReplace', { ...at, body }, api.admin)
  const secret = { params: { id: project.id, key: 'TOKEN' }, body: { value: 'hunter2-shared' } }
  await share({ LEVEL: 'one', OWN: 'shared' })
  await createApp(api, { env: { OWN: 'app' } })
  await deployed(api, 1)
  expect(await envOfContainer(api)).toEqual({ OWN: 'app' })
  const [first] = await containersOf(api)

  await api.call('appMoveToProject', { ...app, body: { project_id: project.id } }, api.admin)
  await api.call('projectSecretSet', secret, api.admin)
  const pending = (await api.call('appEnvPending', app, api.admin)).body
  expect(pending).toEqual([
    { key: 'LEVEL', status: 'added', secret: false },
    { key: 'TOKEN', status: 'added', secret: true },
  ])
  expect((await viewApp(api)).pending).toEqual(['env'])
  expect((await api.call('appList', {}, api.admin)).body[0]?.pending).toEqual(['env'])
  api.ctx.loops.wake('apps', 'web')
  expect((await containersOf(api)).map(({ id }) => id)).toEqual([first?.id])

  await api.call('deployCreate', { ...app, body: {} }, api.admin)
  await deployed(api, 2)
  expect(await envOfContainer(api)).toEqual({ LEVEL: 'one', OWN: 'app', TOKEN: 'hunter2-shared' })
  expect((await api.call('appEnvPending', app, api.admin)).body).toEqual([])
  expect((await viewApp(api)).pending).toEqual([])

  await share({ LEVEL: 'two' })
  expect((await api.call('appEnvPending', app, api.admin)).body).toEqual([
    { key: 'LEVEL', status: 'changed', secret: false },
  ])
  await api.call('appRestart', app, api.admin)
  await eventually(async () => (await envOfContainer(api).catch(() => ({ LEVEL: '' }))).LEVEL).toBe('two')
  expect((await viewApp(api)).pending).toEqual([])
})

test('removing a project leaves its apps running with what they have', async () => {
  const api = await startDeploying()
  const { body: project } = await api.call('projectCreate', { body: { name: 'Shop' } }, api.admin)
  const at = { params: { id: project.id } }
  await api.call('projectEnvReplace', { ...at, body: { LEVEL: 'one' } }, api.admin)
  await createApp(api, { deploy: false })
  await api.call('appMoveToProject', { ...app, body: { project_id: project.id } }, api.admin)
  await api.call('deployCreate', { ...app, body: {} }, api.admin)
  await deployed(api, 1)
  const [before] = await containersOf(api)
  await api.call('projectDelete', at, api.admin)
  api.ctx.loops.wake('apps', 'web')
  expect((await api.call('appEnvPending', app, api.admin)).body).toEqual([
    { key: 'LEVEL', status: 'removed', secret: false },
  ])
  expect((await containersOf(api)).map(({ id }) => id)).toEqual([before?.id])
  expect(await envOfContainer(api)).toEqual({ LEVEL: 'one' })
})
