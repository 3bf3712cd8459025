// The engine itself is killed and started again in the middle of a deploy: the deploy goes on, and what served comes back.
import { expect, test } from 'vitest'
import { startWithAdmin } from '../support/api.ts'
import {
  createApp,
  deployEnv,
  dockerHost,
  eventually,
  settled,
  signal,
  testImage,
  viewApp,
  viewDeploy,
} from '../support/deploying.ts'
import { canRunOwnEngine, copyImage, ownEngine } from '../support/own-engine.ts'

test.skipIf(!canRunOwnEngine)('an engine that is killed mid-deploy costs time, not the deploy', async () => {
  const { engine, host, kill, start } = await ownEngine()
  await copyImage(dockerHost.replace('unix://', ''), host.replace('unix://', ''), testImage)
  const api = await startWithAdmin('sqlite', { ...deployEnv(), APP_DOCKER_HOST: host, APP_DEPLOY_READY_TIMEOUT: '60s' })
  const readiness = { type: 'command' as const, command: ['/bin/sh', '-c', 'test "$MAY" || test -e /tmp/may'] }
  await createApp(api, { env: { MAY: 'yes' }, health: { readiness, liveness: null } })
  const first = await settled(api)
  expect(first.outcome).toBe('healthy')

  await api.call('appUpdate', { params: { name: 'web' }, body: { env: {} } }, api.admin)
  const { body: second } = await api.call('deployCreate', { params: { name: 'web' }, body: {} }, api.admin)
  await eventually(async () => (await viewDeploy(api)).phases.at(-1)?.name).toBe('probing')
  await kill()
  await eventually(async () => (await viewApp(api)).conditions[0]?.reason).toBe('RuntimeUnreachable')
  await start()

  const containers = () => engine.listContainers({ 'levelrail.instance': api.ctx.instanceId }, signal())
  const states = async () => (await containers()).map(({ labels, state }) => [labels['levelrail.deploy'], state])
  await eventually(async () => (await states()).toSorted()).toEqual(
    [
      [first.id, 'running'],
      [second.id, 'running'],
    ].toSorted(),
  )
  expect((await viewDeploy(api)).outcome).toBe('in_progress')
  const candidate = (await containers()).find(({ labels }) => labels['levelrail.deploy'] === second.id)
  await engine.exec(candidate?.id ?? '', { command: ['touch', '/tmp/may'], maxOutputBytes: 1000, signal: signal() })
  expect((await settled(api)).outcome).toBe('healthy')
  await eventually(states).toEqual([[second.id, 'running']])
  await eventually(async () => (await viewApp(api)).conditions[0]?.reason).toBe('Serving')
})
