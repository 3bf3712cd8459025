// Images from registries on the real engine: as whom we ask, which image a deploy runs, and what a registry that falls
// silent can and cannot do.
import { expect, onTestFinished, test } from 'vitest'
import {
  containersOf,
  createApp,
  dockerHost,
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
import { savedImage } from '../support/saved-image.ts'
import {
  type RegistryAuth,
  type RegistryManner,
  startTinyRegistry,
  type TinyRegistry,
} from '../support/tiny-registry.ts'

const socketPath = dockerHost.replace('unix://', '')
const password = 'pull-password-Xy7'
const patient = { APP_DEPLOY_READY_TIMEOUT: '30s' }

async function registryFor(manner: RegistryManner = 'gives', auth?: RegistryAuth): Promise<TinyRegistry> {
  const registry = await startTinyRegistry(manner, auth)
  onTestFinished(async () => {
    registry.close()
    for (const name of [registry.reference, ...registry.published])
      await engine.removeImage(name, signal()).catch(() => {})
  })
  registry.publish('1', await savedImage(socketPath, testImage, ['VERSION=one']))
  return registry
}

async function deploy(api: SignedApi, body: { image?: string; rollback_to?: string }) {
  return (await api.call('deployCreate', { params: { name: 'web' }, body }, api.admin)).body
}

async function logOf(api: SignedApi): Promise<string> {
  const rows = await api.ctx.db.selectFrom('deploy_log').select('text').execute()
  return rows.map(({ text }) => text).join('\n')
}

async function addCredential(api: SignedApi, registry: TinyRegistry, right = password) {
  const body = { name: 'tiny', registry_host: registry.host, username: 'ci', password: right }
  return (await api.call('registryCredentialCreate', { body }, api.admin)).body
}

/** Whatever is kept or told of a deploy: no part of it may hold the password. */
async function everythingTold(api: SignedApi): Promise<string> {
  const tables = ['deploys', 'deploy_log', 'audit_log', 'registry_credentials', 'conditions', 'apps'] as const
  const rows = await Promise.all(tables.map((table) => api.ctx.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify([rows, await api.call('registryCredentialList', {}, api.admin)])
}

test.each(['basic', 'bearer'] as const)(
  'a private image is pulled with the right %s credential alone',
  async (scheme) => {
    const registry = await registryFor('gives', { scheme, username: 'ci', password })
    const api = await startDeploying(patient)

    await createApp(api, { image: registry.reference })
    const asNobody = (await settled(api)).failure
    expect(asNobody).toMatchObject({ code: 'image_pull_failed', retryable: false })
    expect(asNobody?.cause).toMatch(/credentials/)
    expect(asNobody?.next).toMatch(/credentials/)
    expect(await logOf(api)).toContain('there is no registry credential for it')

    const { id } = await addCredential(api, registry, 'not-the-password')
    const params = { id }
    const tried = await api.call('registryCredentialTest', { params }, api.admin)
    expect(tried.body).toMatchObject({ accepted: false })
    await deploy(api, {})
    const denied = (await settled(api)).failure
    expect(denied).toMatchObject({ code: 'image_pull_failed', retryable: false })
    expect(denied?.cause).toMatch(/denied/)
    expect(denied?.next).toMatch(/Correct the credentials/)

    await api.call('registryCredentialUpdate', { params, body: { password } }, api.admin)
    expect((await api.call('registryCredentialTest', { params }, api.admin)).body.accepted).toBe(true)
    await deploy(api, {})
    expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
    expect(await logOf(api)).toContain('"tiny", the only registry credential for it')
    const used = await api.call('registryCredentialView', { params }, api.admin)
    expect(used.body.last_result).toBe(`gave ${registry.reference}`)
    const told = await everythingTold(api)
    for (const secret of [password, 'not-the-password', Buffer.from(password).toString('base64')])
      expect(told).not.toContain(secret)
  },
)

test('a deploy runs the image that it pulled, and a rollback the same again, whatever the tag means by then', async () => {
  const registry = await registryFor()
  const api = await startDeploying(patient)
  await createApp(api, { image: registry.reference, pull_policy: 'always' })
  const first = await settled(api)
  expect(first.outcome).toBe('healthy')
  const { id: imageOne } = await engine.inspectImage(registry.reference, signal())

  const digestTwo = registry.publish('1', await savedImage(socketPath, testImage, ['VERSION=two']))
  const moved = Promise.withResolvers<void>()
  globalThis.levelrailFailpoint = async (name) => {
    if (name !== 'deploy.pulled') return
    globalThis.levelrailFailpoint = undefined
    // Between the pull and the first container the tag moves once more, here too.
    registry.publish('1', await savedImage(socketPath, testImage, ['VERSION=three']))
    await engine.pullImage(registry.reference, { onProgress: () => {}, signal: signal() })
    moved.resolve()
  }
  onTestFinished(() => {
    globalThis.levelrailFailpoint = undefined
  })
  await deploy(api, {})
  await moved.promise
  const second = await settled(api)
  expect(second).toMatchObject({ outcome: 'healthy', digest: digestTwo })
  expect(first.digest).not.toBe(second.digest)
  const address = (await api.call('appReplicas', { params: { name: 'web' } }, api.admin)).body[0]?.address
  expect(await (await fetch(`http://${address}:8080/`)).text()).toContain('two')

  await eventually(async () => (await containersOf(api)).length).toBe(1)
  await engine.removeImage(`${registry.host}/trial@${first.digest}`, signal())
  await expect(engine.inspectImage(imageOne, signal())).rejects.toMatchObject({ kind: 'not-found' })
  await deploy(api, { rollback_to: first.id })
  const back = await settled(api)
  expect(back).toMatchObject({ outcome: 'healthy', digest: first.digest })
  await eventually(async () => (await containersOf(api)).map(({ imageId }) => imageId)).toEqual([imageOne])
})

test('rolling back to what its registry gives no more says so; to one that is down, that it may come back', async () => {
  const registry = await registryFor()
  const api = await startDeploying(patient)
  await createApp(api, { image: registry.reference })
  const first = await settled(api)
  await deploy(api, { image: testImage })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  await eventually(async () => (await containersOf(api)).length).toBe(1)
  await engine.removeImage(registry.reference, signal())

  registry.forgetAll()
  await deploy(api, { rollback_to: first.id })
  expect((await settled(api)).failure).toMatchObject({ code: 'rollback_target_gone', retryable: false })

  registry.close()
  await deploy(api, { rollback_to: first.id })
  expect((await settled(api)).failure).toMatchObject({ code: 'image_pull_failed', retryable: true })
  expect((await containersOf(api)).map(({ state }) => state)).toEqual(['running'])
})

test('a registry that falls silent in a layer fails the deploy in bounded time, and what served is untouched', async () => {
  const registry = await registryFor('stalls-in-layer')
  const api = await startDeploying({ ...patient, APP_PULL_STALL_TIMEOUT: '3s' })
  await createApp(api, {})
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  const [before] = await containersOf(api)
  await deploy(api, { image: registry.reference })
  const { failure } = await settled(api)
  expect(failure).toMatchObject({ code: 'image_pull_failed', retryable: true })
  expect(failure?.cause).toContain('fell silent in the middle of it, and nothing came for 3 s')
  expect((await containersOf(api)).map(({ id, state }) => [id, state])).toEqual([[before?.id, 'running']])
  registry.behave('gives')
  await deploy(api, { image: registry.reference })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
})

test('while a pull hangs, a replica that crashes is started again, edits act, and the deploy can be cancelled', async () => {
  const registry = await registryFor('stalls-in-layer')
  const api = await startDeploying({ ...patient, APP_RESTART_BACKOFF_BASE: '0s' })
  await createApp(api, {})
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  const [serving] = await containersOf(api)
  const { id } = await deploy(api, { image: registry.reference })
  await eventually(() => registry.asked.some((path) => path.includes('/blobs/'))).toBe(true)

  const startedAt = async () => (await engine.inspectContainer(serving?.id ?? '', signal())).startedAt?.getTime() ?? 0
  for (const _ of [1, 2]) {
    const before = await startedAt()
    await engine.killContainer(serving?.id ?? '', 'SIGKILL', signal())
    await eventually(startedAt).toBeGreaterThan(before)
  }
  await engine.removeContainer(serving?.id ?? '', signal())
  await eventually(async () => (await containersOf(api)).map(({ state }) => state)).toEqual(['running'])
  await api.call('appUpdate', { params: { name: 'web' }, body: { replicas: 2 } }, api.admin)
  await eventually(async () => (await containersOf(api)).length).toBe(2)
  expect((await viewDeploy(api)).phases.at(-1)?.name).toBe('pulling')

  const params = { name: 'web', deployId: id }
  expect((await api.call('deployCancel', { params }, api.admin)).body.outcome).toBe('canceled')
  await eventually(async () => (await viewApp(api)).conditions[0]?.reason).toBe('Serving')
  await eventually(() => api.ctx.loops.status().find(({ name }) => name === 'image-pulls')?.running).toBe(0)
})

test('images that nobody keeps go, what others brought stays, and a rollback gets one again', async () => {
  const registry = await registryFor()
  const api = await startDeploying({ ...patient, APP_IMAGE_RETENTION: '1' })
  const { id: foreign } = await engine.inspectImage(testImage, signal())
  await createApp(api, { image: testImage })
  await settled(api)
  const first = await deploy(api, { image: registry.reference })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  const { id: imageOne } = await engine.inspectImage(registry.reference, signal())
  registry.publish('2', await savedImage(socketPath, testImage, ['VERSION=two']))
  const tagTwo = registry.reference.replace(/1$/, '2')
  onTestFinished(() => engine.removeImage(tagTwo, signal()).catch(() => {}))
  await deploy(api, { image: tagTwo })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })

  const isThere = (id: string) =>
    engine.inspectImage(id, signal()).then(
      () => true,
      () => false,
    )
  await eventually(() => isThere(imageOne)).toBe(false)
  expect([await isThere(tagTwo), await isThere(foreign)]).toEqual([true, true])
  await deploy(api, { rollback_to: first.id })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  await eventually(async () => (await containersOf(api)).map(({ imageId }) => imageId)).toEqual([imageOne])
})

test('what serves comes back although container and image were removed by hand', async () => {
  const registry = await registryFor()
  const api = await startDeploying(patient)
  await createApp(api, { image: registry.reference })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  const [before] = await containersOf(api)
  registry.behave('denies')
  await engine.removeContainer(before?.id ?? '', signal())
  await engine.removeImage(registry.reference, signal()).catch(() => {})
  registry.behave('gives')
  await eventually(async () => (await containersOf(api)).map(({ state }) => state)).toEqual(['running'])
  expect((await viewApp(api)).current_deploy_id).toBe((await viewDeploy(api)).id)
})
