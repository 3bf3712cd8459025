// Hooks of a deploy on the real engine: before the switch with the new image and variables, and after it serves.
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
  viewDeploy,
} from '../support/deploying.ts'

const shell = (script: string, timeout = '1m') => ({ command: ['/bin/sh', '-c', script], timeout })
const web = { params: { name: 'web' } }

const set = (api: SignedApi, body: object) => api.call('appUpdate', { ...web, body }, api.admin)
const deploy = (api: SignedApi) => api.call('deployCreate', { ...web, body: {} }, api.admin)
const logOf = async (api: SignedApi, deployId: string) =>
  (await api.ctx.db.selectFrom('deploy_log').select('text').where('deploy_id', '=', deployId).orderBy('seq').execute())
    .map(({ text }) => text)
    .join('\n')
const runContainers = (api: SignedApi) =>
  engine.listContainers({ 'levelrail.instance': api.ctx.instanceId, 'levelrail.run-of': 'web' }, signal())

test('a pre-deploy hook runs with the new variables before anything is switched, and its lines are in the log', async () => {
  const api = await startDeploying()
  await createApp(api, {
    env: { VERSION: '7' },
    hooks: { pre_deploy: shell('echo migrating to $VERSION'), post_deploy: null },
  })
  const done = await settled(api)
  expect(done).toMatchObject({
    outcome: 'healthy',
    hooks: [{ kind: 'pre_deploy', outcome: 'succeeded', exit_code: 0 }],
  })
  expect(done.phases.map(({ name }) => name).slice(0, 4)).toEqual(['queued', 'pulling', 'pre_deploy', 'starting'])
  expect(await logOf(api, done.id)).toContain('pre-deploy hook: migrating to 7')
  await eventually(() => runContainers(api)).toEqual([])
})

test('a pre-deploy hook that fails or takes too long stops the deploy, and what served goes on', async () => {
  const api = await startDeploying()
  await createApp(api, {})
  const first = await settled(api)
  const [before] = await containersOf(api)
  await set(api, { hooks: { pre_deploy: shell('echo cannot migrate >&2; exit 4'), post_deploy: null } })
  await deploy(api)
  const failed = await settled(api)
  expect(failed).toMatchObject({ outcome: 'failed', failure: { code: 'container_crashed', retryable: false } })
  expect(failed.failure?.cause).toContain('pre-deploy hook exited with code 4')
  expect(failed.failure?.log_excerpt).toContain('cannot migrate')
  await set(api, { hooks: { pre_deploy: shell('sleep 600', '1s'), post_deploy: null } })
  await deploy(api)
  const late = await settled(api)
  expect(late).toMatchObject({ outcome: 'failed', failure: { code: 'unknown' } })
  expect(late.failure?.cause).toContain('it took longer than 1s')
  expect((await containersOf(api)).map(({ id, state }) => [id, state])).toEqual([[before?.id, 'running']])
  expect((await api.call('appView', web, api.admin)).body.current_deploy_id).toBe(first.id)
})

test('cancelling or superseding a deploy ends its hook, and the next hook waits for that', async () => {
  const api = await startDeploying()
  await createApp(api, {})
  await settled(api)
  await set(api, { hooks: { pre_deploy: shell('sleep 600'), post_deploy: null } })
  const states = async () => (await runContainers(api)).map(({ state }) => state)
  const { body: first } = await deploy(api)
  await eventually(states).toEqual(['running'])
  await api.call('deployCancel', { params: { name: 'web', deployId: first.id } }, api.admin)
  await eventually(states).toEqual([])
  const { body: second } = await deploy(api)
  await eventually(states).toEqual(['running'])
  await set(api, { hooks: { pre_deploy: shell('echo quick'), post_deploy: null } })
  await deploy(api)
  expect(await settled(api)).toMatchObject({ outcome: 'healthy', hooks: [{ outcome: 'succeeded' }] })
  expect(await viewDeploy(api, 'web', second.id)).toMatchObject({
    outcome: 'superseded',
    hooks: [{ kind: 'pre_deploy', outcome: 'canceled' }],
  })
})

test('a post-deploy hook that fails is told, and the deploy stays healthy', async () => {
  const api = await startDeploying()
  await createApp(api, { hooks: { pre_deploy: null, post_deploy: shell('echo no cache to warm; exit 9') } })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  await eventually(async () => (await viewDeploy(api)).hooks).toMatchObject([
    { kind: 'post_deploy', outcome: 'failed', exit_code: 9, reason: 'it exited with code 9' },
  ])
  const seen = await viewDeploy(api)
  expect(seen.outcome).toBe('healthy')
  expect(await logOf(api, seen.id)).toContain('post-deploy hook: no cache to warm')
  const { body: events } = await api.call('appEventList', web, api.admin)
  expect(events[0]).toMatchObject({ kind: 'hook_failed', deploy_id: seen.id })
})
