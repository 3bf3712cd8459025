// Deploys that meet: one superseded or cancelled in each of its phases, two of one app at once, and many apps at once.
import { expect, onTestFinished, test } from 'vitest'
import {
  containersOf,
  createApp,
  deployEnv,
  engine,
  eventually,
  type SignedApi,
  settled,
  signal,
  startDeploying,
  viewApp,
  viewDeploy,
} from '../support/deploying.ts'
import { startTinyRegistry } from '../support/tiny-registry.ts'

const deploy = async (api: SignedApi, body: { image?: string } = {}) =>
  (await api.call('deployCreate', { params: { name: 'web' }, body }, api.admin)).body

const setEnv = (api: SignedApi, env: Record<string, string>) =>
  api.call('appUpdate', { params: { name: 'web' }, body: { env } }, api.admin)

const cancel = (api: SignedApi, id: string) =>
  api.call('deployCancel', { params: { name: 'web', deployId: id } }, api.admin)

/** Holds the app loop at a named place until it is let go. */
function holdAt(place: string): { reached: Promise<void>; letGo: () => void } {
  const reached = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  globalThis.levelrailFailpoint = async (name) => {
    if (name !== place) return
    globalThis.levelrailFailpoint = undefined
    reached.resolve()
    await held.promise
  }
  onTestFinished(() => {
    globalThis.levelrailFailpoint = undefined
    held.resolve()
  })
  return { reached: reached.promise, letGo: () => held.resolve() }
}

async function startServing(): Promise<SignedApi> {
  const api = await startDeploying({ APP_DEPLOY_READY_TIMEOUT: '30s' })
  await createApp(api, {})
  expect((await settled(api)).outcome).toBe('healthy')
  return api
}

async function onlyRuns(api: SignedApi, deployId: string): Promise<void> {
  await eventually(async () =>
    (await containersOf(api)).map(({ labels, state }) => [labels['levelrail.deploy'], state]),
  ).toEqual([[deployId, 'running']])
  await eventually(async () => (await viewApp(api)).conditions[0]?.reason).toBe('Serving')
  expect((await viewApp(api)).current_deploy_id).toBe(deployId)
}

/** A deploy brought to a phase in which it stays until somebody else acts. */
const phases: [string, (api: SignedApi) => Promise<{ id: string; letGo: () => void }>][] = [
  [
    'queued',
    async (api) => {
      const { reached, letGo } = holdAt('loop.apps.before-act')
      const { id } = await deploy(api)
      await reached
      return { id, letGo }
    },
  ],
  [
    'pulling',
    async (api) => {
      const registry = await startTinyRegistry('stalls')
      onTestFinished(() => registry.close())
      const { id } = await deploy(api, { image: registry.reference })
      await eventually(() => registry.asked.some((path) => path.includes('/manifests/'))).toBe(true)
      return { id, letGo: () => {} }
    },
  ],
  [
    'starting',
    async (api) => {
      const { reached, letGo } = holdAt('app.created')
      const { id } = await deploy(api)
      await reached
      return { id, letGo }
    },
  ],
  [
    'probing',
    async (api) => {
      await setEnv(api, { START_DELAY: '60' })
      const { id } = await deploy(api)
      await eventually(async () => (await viewDeploy(api)).phases.at(-1)?.name).toBe('probing')
      return { id, letGo: () => {} }
    },
  ],
]

test.each(phases)('a deploy cancelled while %s leaves what served before', async (phase, begin) => {
  const api = await startServing()
  const { current_deploy_id: before } = await viewApp(api)
  const { id, letGo } = await begin(api)
  expect((await viewDeploy(api)).phases.at(-1)?.name).toBe(phase)
  expect((await cancel(api, id)).body.outcome).toBe('canceled')
  letGo()
  await onlyRuns(api, before ?? '')
  expect((await viewDeploy(api, 'web', id)).outcome).toBe('canceled')
  expect((await cancel(api, id)).status).toBe(409)
})

test.each(phases)('a deploy superseded while %s gives way to the newer one', async (_, begin) => {
  const api = await startServing()
  const { id, letGo } = await begin(api)
  await setEnv(api, {})
  const newer = await deploy(api, { image: 'levelrail/test-app:1' })
  letGo()
  expect((await settled(api, 'web', newer.id)).outcome).toBe('healthy')
  expect((await viewDeploy(api, 'web', id)).outcome).toBe('superseded')
  await onlyRuns(api, newer.id)
})

test('cancelled at the very moment of the switch, it is one or the other', async () => {
  const api = await startServing()
  const { current_deploy_id: before } = await viewApp(api)
  const { reached, letGo } = holdAt('deploy.served')
  const { id } = await deploy(api)
  await reached
  expect((await cancel(api, id)).status).toBe(409)
  letGo()
  expect((await viewDeploy(api, 'web', id)).outcome).toBe('healthy')
  await onlyRuns(api, id)
  expect(before).not.toBe(id)
})

test('two deploys of one app at once: one serves, the other is superseded', async () => {
  const api = await startServing()
  const [one, two] = await Promise.all([deploy(api), deploy(api)])
  const outcomes = await Promise.all([one, two].map(({ id }) => settled(api, 'web', id)))
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['healthy', 'superseded'])
  await onlyRuns(api, outcomes.find(({ outcome }) => outcome === 'healthy')?.id ?? '')
})

test('thirty apps at once are all healthy, none of them twice, each at an address of its own', async () => {
  const count = 30
  const api = await startDeploying({ ...deployEnv(26), APP_DEPLOY_READY_TIMEOUT: '100s' })
  const names = Array.from({ length: count }, (_, at) => `app-${at}`)
  await Promise.all(names.map((name) => createApp(api, { name })))
  const outcomes = async () =>
    (await Promise.all(names.map((name) => viewDeploy(api, name)))).map((each) => each.outcome)
  const all = <T>(value: T) => names.map(() => value)
  await expect.poll(outcomes, { timeout: 100_000, interval: 200 }).toEqual(all('healthy'))
  const containers = await engine.listContainers({ 'levelrail.instance': api.ctx.instanceId }, signal())
  expect(containers.map(({ labels }) => labels['levelrail.app']).toSorted()).toEqual(names.toSorted())
  expect(containers.map(({ state }) => state)).toEqual(all('running'))
  const replicas = await Promise.all(
    names.map(async (name) => (await api.call('appReplicas', { params: { name } }, api.admin)).body),
  )
  expect(replicas.map((each) => each.length)).toEqual(all(1))
  expect(new Set(replicas.flat().map(({ address }) => address)).size).toBe(count)
  for (const { address } of replicas.flat()) expect((await fetch(`http://${address}:8080/`)).status).toBe(200)
})
