// The event log of an app on the real engine: what happened to its containers is told there too.
import { expect, test } from 'vitest'
import { createApp, eventually, type SignedApi, settled, startDeploying } from '../support/deploying.ts'

async function kinds(api: SignedApi): Promise<string[]> {
  const { body } = await api.call('appEventList', { params: { name: 'web' } }, api.admin)
  return body.map(({ kind }) => kind).reverse()
}

test('a deploy, a rollback and a failure are told with their outcome', async () => {
  const api = await startDeploying()
  await createApp(api, { env: { VERSION: '1' } })
  const first = await settled(api)
  const deploy = (body: object) => api.call('deployCreate', { params: { name: 'web' }, body }, api.admin)
  await deploy({ image: 'levelrail/none-such:1' })
  await settled(api)
  await deploy({ rollback_to: first.id })
  await settled(api)
  expect(await kinds(api)).toEqual([
    'created',
    'deploy_started',
    'deploy_succeeded',
    'deploy_started',
    'deploy_failed',
    'deploy_started',
    'rolled_back',
  ])
})

test('a crash loop is told once, and that it recovered when it stays up', async () => {
  const api = await startDeploying({ APP_RESTART_BACKOFF_BASE: '2s', APP_RESTART_BACKOFF_RESET: '10s' })
  await createApp(api, { env: { CRASH_AFTER: '4' } })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  await eventually(() => kinds(api)).toContain('crash_looping')
  await api.call('appUpdate', { params: { name: 'web' }, body: { env: {} } }, api.admin)
  await api.call('deployCreate', { params: { name: 'web' }, body: {} }, api.admin)
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  // The slow period looks again by itself; here something else does.
  await eventually(() => {
    api.ctx.loops.wake('apps', 'web')
    return kinds(api)
  }).toContain('recovered')
  const seen = (await kinds(api)).filter((kind) => kind === 'crash_looping' || kind === 'recovered')
  expect(seen).toEqual(['crash_looping', 'recovered'])
})

test('a replica that is killed for memory, or fails its liveness check, is told', async () => {
  const api = await startDeploying({ APP_RESTART_BACKOFF_BASE: '0s' })
  await createApp(api, {
    health: {
      readiness: null,
      liveness: { type: 'http', path: '/status/500', interval: '1s', failures: 2 },
    },
  })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  await eventually(() => kinds(api)).toContain('liveness_restart')
  // The limit comes with the new containers: some kernels refuse one below what is in use.
  const resources = { memory: '64Mi', cpu: null, swap: null, cpuset: null }
  const body = { health: { readiness: null, liveness: null }, resources }
  await api.call('appUpdate', { params: { name: 'web' }, body }, api.admin)
  await api.call('deployCreate', { params: { name: 'web' }, body: {} }, api.admin)
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  await eventually(async () => {
    const { body: replicas } = await api.call('appReplicas', { params: { name: 'web' } }, api.admin)
    await eatMemory(replicas[0]?.address)
    return kinds(api)
  }).toContain('out_of_memory')
})

/** More than the limit; no answer is expected. */
async function eatMemory(address: string | null | undefined): Promise<void> {
  const eating = fetch(`http://${address}:8080/bytes/99999999`, { signal: AbortSignal.timeout(3_000) })
  await eating.then((answer) => answer.arrayBuffer()).catch(() => undefined)
}
