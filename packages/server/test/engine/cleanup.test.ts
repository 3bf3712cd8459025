// A cleanup on the real engine: what is ours and left over goes, and what is foreign stays beside it.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Cleanup, CleanupRequest } from '@levelrail/contract/schemas/cleanup.ts'
import { expect, onTestFinished, test } from 'vitest'
import { DriverError } from '../../src/drivers/container/container.ts'
import { volumeName } from '../../src/features/apps/app-containers.ts'
import { recordPulledImage } from '../../src/features/apps/pulled-images.ts'
import { tarOf } from '../../src/lib/tar.ts'
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
  viewDeploy,
} from '../support/deploying.ts'
import { ownSubnet } from '../support/own-subnet.ts'

const mark = `cleanup-${randomBytes(4).toString('hex')}`

async function clean(api: SignedApi, body: CleanupRequest = {}): Promise<Cleanup> {
  const { status, body: result } = await api.call('systemCleanup', { body }, api.admin)
  expect(status).toBe(200)
  return result
}

/** A container, a network, a volume and an image that carry these labels and that nothing uses. */
async function leave(word: string, labels: Record<string, string>) {
  const name = `levelrail-${mark}-${word}`
  const subnet = ownSubnet(28)
  const image = `${name}:1`
  const id = await engine.createContainer({ name, image: testImage, env: {}, labels, network: 'none' }, signal())
  onTestFinished(() => engine.removeContainer(id, signal()))
  await engine.ensureNetwork({ name, subnet, labels, internal: true }, signal())
  onTestFinished(() => engine.removeNetwork(name, signal()))
  await engine.ensureVolume({ name, labels }, signal())
  onTestFinished(() => engine.removeVolume(name, signal()))
  const content = Readable.from([tarOf([{ path: 'unique', type: 'file', content: randomBytes(5000) }], new Date())])
  const imageId = await engine.importImage(content, { changes: [], labels, signal: signal() })
  await engine.tagImage(imageId, image, signal())
  onTestFinished(() => engine.removeImage(image, signal()).catch(() => {}))
  return { name, image, imageId }
}

/** Of the four, the kinds that are there. */
async function whatIsThere({ name, image }: { name: string; image: string }, label: string): Promise<string[]> {
  const isThere = (look: Promise<unknown>) =>
    look.then(
      () => true,
      (error: unknown) => {
        if (error instanceof DriverError && error.kind === 'not-found') return false
        throw error
      },
    )
  const found = {
    container: await isThere(engine.inspectContainer(name, signal())),
    network: (await engine.listNetworks(label, signal())).some((each) => each.name === name),
    image: await isThere(engine.inspectImage(image, signal())),
    volume: (await engine.listVolumes(label, signal())).some((each) => each.name === name),
  }
  return Object.entries(found).flatMap(([kind, isIt]) => (isIt ? [kind] : []))
}

test('a dry run changes nothing; then ours goes, what is foreign or used stays, and a volume goes only by name', async () => {
  const api = await startDeploying()
  const { instanceId } = api.ctx
  const ourLabel = `levelrail.instance=${instanceId}`
  const everything = ['container', 'network', 'image', 'volume']
  await createApp(api, { volumes: [{ name: 'data', path: '/data' }] })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  const [serving] = await containersOf(api)
  // The loop that removes images by the same rule is woken once by the deploy; after that it leaves this to us.
  await eventually(async () => {
    const done = (await viewDeploy(api)).phases.find(({ name }) => name === 'done')
    const loop = api.ctx.loops.status().find(({ name }) => name === 'image-retention')
    return Boolean(
      done && loop?.last_run_at && loop.last_run_at >= done.started_at && loop.running + loop.waiting === 0,
    )
  }).toBe(true)

  const ours = await leave('ours', { 'levelrail.instance': instanceId, 'levelrail.app': 'gone' })
  const { db } = api.ctx
  await db.transaction().execute((trx) => recordPulledImage(trx, api.ctx, ours.imageId, [ours.image]))
  const another = await leave('another', { 'levelrail.instance': `ins-${mark}`, 'levelrail.app': 'gone' })
  const foreign = await leave('foreign', { 'cleanup.test': mark })

  const listed = await clean(api)
  expect(listed).toMatchObject({ dry_run: true, images_wait: false })
  expect(listed.items.map(({ kind, name, removed }) => [kind, name, removed])).toEqual([
    ['container', ours.name, false],
    ['network', ours.name, false],
    ['image', ours.image, false],
  ])
  expect(listed.bytes).toBeGreaterThanOrEqual(5000)
  expect(listed.orphaned_volumes).toMatchObject([{ name: ours.name, app: 'gone', size_bytes: expect.any(Number) }])
  expect(await whatIsThere(ours, ourLabel)).toEqual(everything)

  const done = await clean(api, { dry_run: false })
  expect(done.items.map(({ kind, removed, error }) => [kind, removed, error])).toEqual([
    ['container', true, null],
    ['network', true, null],
    ['image', true, null],
  ])
  expect(done.bytes).toBeGreaterThanOrEqual(5000)
  expect(await whatIsThere(ours, ourLabel)).toEqual(['volume'])
  expect(done.orphaned_volumes.map(({ name }) => name)).toEqual([ours.name])

  const used = volumeName(instanceId, 'web', 'data')
  for (const volume of [used, another.name, foreign.name]) {
    const body = { dry_run: false, volumes: [ours.name, volume] }
    const { status, error } = await api.call('systemCleanup', { body }, api.admin)
    expect([status, error]).toEqual([409, expect.stringContaining(volume)])
  }
  expect(await whatIsThere(ours, ourLabel)).toEqual(['volume'])
  const named = await clean(api, { dry_run: false, volumes: [ours.name] })
  expect(named.items).toMatchObject([{ kind: 'volume', name: ours.name, removed: true, error: null }])
  expect(named.orphaned_volumes).toEqual([])
  expect(await whatIsThere(ours, ourLabel)).toEqual([])

  expect(await whatIsThere(another, `levelrail.instance=ins-${mark}`)).toEqual(everything)
  expect(await whatIsThere(foreign, `cleanup.test=${mark}`)).toEqual(everything)
  expect((await containersOf(api)).map(({ id, state }) => [id, state])).toEqual([[serving?.id, 'running']])
  expect((await engine.listVolumes(ourLabel, signal())).map(({ name }) => name)).toEqual([used])
  expect((await viewApp(api)).conditions[0]?.reason).toBe('Serving')
  expect((await clean(api)).items).toEqual([])
})

test('of an app that is stopped or removed, its volume stays, and only of the removed one it is orphaned', async () => {
  const api = await startDeploying()
  await createApp(api, { volumes: [{ name: 'data', path: '/data' }] })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  await api.call('appStop', { params: { name: 'web' } }, api.admin)
  await eventually(async () => (await containersOf(api)).filter(({ state }) => state === 'running').length).toBe(0)
  expect((await clean(api, { dry_run: false })).orphaned_volumes).toEqual([])
  await api.call('appStart', { params: { name: 'web' } }, api.admin)
  await eventually(async () => (await viewApp(api)).conditions[0]?.reason).toBe('Serving')

  await api.call('appDelete', { params: { name: 'web' } }, api.admin)
  const orphans = async () => (await clean(api)).orphaned_volumes.map(({ name }) => name)
  await eventually(orphans).toEqual([volumeName(api.ctx.instanceId, 'web', 'data')])
})
