// Automatic rollback on the real engine: the image before serves again, once per episode, and the audit log says so.
import { expect, test } from 'vitest'
import { autoRollback } from '../../src/features/deploys/auto-rollback.ts'
import {
  containersOf,
  createApp,
  engine,
  eventually,
  type SignedApi,
  settled,
  signal,
  startDeploying,
  testImage,
  viewApp,
} from '../support/deploying.ts'

const otherImage = 'levelrail/static:1'
const web = { params: { name: 'web' } }
/** Both images can do this, so that the same settings fit whichever runs. */
const serveFiles = { entrypoint: ['/bin/busybox'], command: ['httpd', '-f', '-p', '8080', '-h', '/'] }

/** Only one of the images has this file. */
async function servesOther(api: SignedApi): Promise<boolean> {
  const { body: replicas } = await api.call('appReplicas', web, api.admin)
  const ready = replicas.find((replica) => replica.ready)
  return (await fetch(`http://${ready?.address}:8080/usr/sbin/nginx`)).ok
}

async function audited(api: SignedApi): Promise<string[]> {
  const { body: rows } = await api.call('auditList', {}, api.admin)
  return rows.filter(({ action }) => action === 'auto_rollback').map(({ resource }) => resource)
}

test('what served before serves again, and the same episode rolls back once', async () => {
  const api = await startDeploying()
  await createApp(api, { ...serveFiles, auto_rollback: true })
  const first = await settled(api)
  expect(first.outcome).toBe('healthy')
  expect(await autoRollback(api.ctx, 'web', 'episode-0', 'it crashes')).toBeUndefined()

  await api.call('deployCreate', { ...web, body: { image: otherImage } }, api.admin)
  expect((await settled(api)).outcome).toBe('healthy')
  await eventually(async () => (await containersOf(api)).length).toBe(1)
  await eventually(() => servesOther(api)).toBe(true)

  const begun = await autoRollback(api.ctx, 'web', 'episode-1', 'it crashes')
  const back = await settled(api, 'web', begun?.id)
  expect(back).toMatchObject({
    outcome: 'healthy',
    source: 'auto_rollback',
    rollback_to: first.id,
    image: testImage,
    digest: first.digest,
    note: 'it crashes',
  })
  const { id: imageId } = await engine.inspectImage(testImage, signal())
  await eventually(async () => (await containersOf(api)).map((container) => container.imageId)).toEqual([imageId])
  await eventually(() => servesOther(api)).toBe(false)
  expect(await viewApp(api)).toMatchObject({
    current_deploy_id: back.id,
    running_image: testImage,
    running_digest: first.digest,
  })

  expect(await autoRollback(api.ctx, 'web', 'episode-1', 'it crashes')).toBeUndefined()
  expect((await viewApp(api)).current_deploy_id).toBe(back.id)
  expect(await audited(api)).toEqual([`apps/web/deploys/${back.id}`])
})
