// Deploys on a real engine: what people see of an app from its first deploy to its removal.
import { expect, test } from 'vitest'
import {
  containersOf,
  createApp,
  engine,
  eventually,
  settled,
  signal,
  startDeploying,
  testImage,
} from '../support/deploying.ts'

test('an image becomes a running app, and healthy means that it answers', async () => {
  const api = await startDeploying()
  expect((await createApp(api, { env: { GREETING: 'hello', START_DELAY: '1' } })).status).toBe(201)
  const deploy = await settled(api, 'web')
  expect(deploy).toMatchObject({
    outcome: 'healthy',
    image: testImage,
    digest: expect.stringMatching(/^sha256:/),
    by: 'ann@example.com',
  })
  const { body: replicas } = await api.call('appReplicas', { params: { name: 'web' } }, api.admin)
  expect(replicas).toMatchObject([{ number: 0, deploy_id: deploy.id, state: 'running', ready: true }])
  expect((await fetch(`http://${replicas[0]?.address}:8080/`)).status).toBe(200)
  await eventually(
    async () => (await api.call('appView', { params: { name: 'web' } }, api.admin)).body.conditions,
  ).toMatchObject([{ type: 'Ready', status: 'true', reason: 'Serving' }])
  await eventually(async () => (await settled(api, 'web')).phases.map(({ name }) => name)).toEqual([
    'queued',
    'pulling',
    'starting',
    'probing',
    'switching',
    'done',
  ])
})

test('a container has what it needs and nothing more', async () => {
  const api = await startDeploying()
  await createApp(api, { env: { GREETING: 'hello' } })
  await settled(api, 'web')
  const [container] = await containersOf(api)
  const { stdout } = await engine.exec(container?.id ?? '', {
    command: ['cat', '/proc/1/environ'],
    maxOutputBytes: 100_000,
    signal: signal(),
  })
  expect(stdout).toContain('GREETING=hello')
  expect(stdout).not.toContain('APP_')
})

test('a deploy that fails leaves what served before untouched', async () => {
  const api = await startDeploying()
  await createApp(api, {})
  const first = await settled(api, 'web')
  const [before] = await containersOf(api)
  await api.call('deployCreate', { params: { name: 'web' }, body: { image: 'levelrail/none-such:1' } }, api.admin)
  const failed = await settled(api, 'web')
  expect(failed).toMatchObject({ outcome: 'failed', failure: { code: 'image_pull_failed' } })
  await eventually(async () => (await containersOf(api)).map(({ id, state }) => [id, state])).toEqual([
    [before?.id, 'running'],
  ])
  expect((await api.call('appView', { params: { name: 'web' } }, api.admin)).body.current_deploy_id).toBe(first.id)
})

test('a new deploy takes over and the old container goes; a rollback brings the image back', async () => {
  const api = await startDeploying()
  await createApp(api, {})
  const first = await settled(api, 'web')
  await api.call('appUpdate', { params: { name: 'web' }, body: { env: { VERSION: '2' } } }, api.admin)
  expect((await api.call('appView', { params: { name: 'web' } }, api.admin)).body.pending).toEqual(['env'])
  const { body: second } = await api.call(
    'deployCreate',
    { params: { name: 'web' }, body: { note: 'second' } },
    api.admin,
  )
  expect((await settled(api, 'web')).outcome).toBe('healthy')
  await eventually(async () => (await containersOf(api)).map(({ labels }) => labels['levelrail.deploy'])).toEqual([
    second.id,
  ])
  expect((await api.call('appView', { params: { name: 'web' } }, api.admin)).body.pending).toEqual([])
  await api.call(
    'deployCreate',
    { params: { name: 'web' }, body: { rollback_to: first.id, restore_env: true } },
    api.admin,
  )
  expect(await settled(api, 'web')).toMatchObject({
    outcome: 'healthy',
    source: 'rollback',
    rollback_to: first.id,
    digest: first.digest,
  })
})

test('stop removes the container and keeps the volume; start brings both together again', async () => {
  const api = await startDeploying()
  await createApp(api, { volumes: [{ name: 'data', path: '/data' }] })
  await settled(api, 'web')
  await api.call('appStop', { params: { name: 'web' } }, api.admin)
  await eventually(() => containersOf(api)).toEqual([])
  expect(await engine.listVolumes(`levelrail.instance=${api.ctx.instanceId}`, signal())).toHaveLength(1)
  await eventually(
    async () => (await api.call('appView', { params: { name: 'web' } }, api.admin)).body.conditions[0]?.reason,
  ).toBe('Stopped')
  await api.call('appStart', { params: { name: 'web' } }, api.admin)
  await eventually(
    async () => (await api.call('appView', { params: { name: 'web' } }, api.admin)).body.conditions[0]?.reason,
  ).toBe('Serving')
})

test('a container removed by hand comes back, and a crash is started again', async () => {
  const api = await startDeploying()
  await createApp(api, {})
  await settled(api, 'web')
  const [first] = await containersOf(api)
  await engine.removeContainer(first?.id ?? '', signal())
  await eventually(async () => (await containersOf(api)).map(({ state }) => state)).toEqual(['running'])
  const [second] = await containersOf(api)
  expect(second?.id).not.toBe(first?.id)
  await engine.killContainer(second?.id ?? '', 'SIGKILL', signal())
  await eventually(async () => (await containersOf(api)).map(({ id, state }) => [id, state])).toEqual([
    [second?.id, 'running'],
  ])
})

test('deleting removes the containers and keeps the volumes', async () => {
  const api = await startDeploying()
  await createApp(api, { volumes: [{ name: 'data', path: '/data' }] })
  await settled(api, 'web')
  expect((await api.call('appDelete', { params: { name: 'web' } }, api.admin)).status).toBe(204)
  expect((await api.call('appView', { params: { name: 'web' } }, api.admin)).status).toBe(404)
  await eventually(() => containersOf(api)).toEqual([])
  expect(await engine.listVolumes(`levelrail.instance=${api.ctx.instanceId}`, signal())).toHaveLength(1)
})
