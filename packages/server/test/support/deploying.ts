// Deploys on the real engine, for tests: a control plane with a network of its own, and everything that it made removed
// after it by its label.
import type { AppCreate } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { onTestFinished } from 'vitest'
import type { Overrides } from '../../src/compose.ts'
import type { ListedContainer } from '../../src/drivers/container/container.ts'
import { dockerEngine } from '../../src/drivers/container/docker.ts'
import { readDeployLog } from '../../src/features/deploys/deploy-log.ts'
import { type Api, type As, startWithAdmin } from './api.ts'
import { eventually } from './eventually.ts'
import { ownSubnet } from './own-subnet.ts'

export { eventually }

export const dockerHost = process.env.APP_DOCKER_HOST || 'unix:///var/run/docker.sock'
export const engine = dockerEngine(dockerHost)
export const testImage = 'levelrail/test-app:1'
export const signal = () => AbortSignal.timeout(60_000)

export type SignedApi = Api & { admin: As }

/** Short waits and a network of its own, of which the first ten addresses belong to the network. */
export function deployEnv(bits = 28): Record<string, string> {
  return {
    APP_DOCKER_HOST: dockerHost,
    APP_NETWORK_SUBNET: ownSubnet(bits),
    APP_STOP_GRACE: '1s',
    APP_DEPLOY_READY_TIMEOUT: '10s',
  }
}

export async function startDeploying(env: Record<string, string> = {}, overrides: Overrides = {}): Promise<SignedApi> {
  // Hooks run last to first: this one after the control plane has stopped.
  let instanceId = ''
  onTestFinished(() => removeAllOf(instanceId))
  const api = await startWithAdmin('sqlite', { ...deployEnv(), ...env }, overrides)
  instanceId = api.ctx.instanceId
  return api
}

export async function removeAllOf(instanceId: string): Promise<void> {
  if (instanceId === '') return
  for (const { id } of await engine.listContainers({ 'levelrail.instance': instanceId }, signal()))
    await engine.removeContainer(id, signal())
  await engine.removeNetwork(`levelrail-${instanceId.slice(-4)}`, signal())
  for (const { name } of await engine.listVolumes(`levelrail.instance=${instanceId}`, signal()))
    await engine.removeVolume(name, signal())
}

export function createApp(api: SignedApi, body: Partial<AppCreate>) {
  return api.call('appCreate', { body: { name: 'web', image: testImage, port: 8080, ...body } }, api.admin)
}

export async function viewApp(api: SignedApi, app = 'web') {
  return (await api.call('appView', { params: { name: app } }, api.admin)).body
}

export async function viewDeploy(api: SignedApi, app = 'web', id = 'latest'): Promise<Deploy> {
  return (await api.call('deployView', { params: { name: app, deployId: id } }, api.admin)).body
}

export async function settled(api: SignedApi, app = 'web', id = 'latest'): Promise<Deploy> {
  try {
    await eventually(async () => (await viewDeploy(api, app, id)).outcome).not.toBe('in_progress')
  } catch (cause) {
    throw new Error(`the deploy does not settle: ${await whatIsSeen(api, app, id)}`, { cause })
  }
  return viewDeploy(api, app, id)
}

/** What there is to know of a deploy that takes too long. */
async function whatIsSeen(api: SignedApi, app: string, id: string): Promise<string> {
  const deploy = await viewDeploy(api, app, id)
  const log = await readDeployLog(api.ctx.db, deploy.id, 0, 1000)
  const { conditions } = await viewApp(api, app)
  const { body: system } = await api.call('systemStatus', {}, api.admin)
  const loops = system.loops.filter(({ running, waiting, failing_keys }) => running + waiting + failing_keys > 0)
  return JSON.stringify(
    { phases: deploy.phases, log, conditions: [...conditions, ...system.conditions], loops },
    null,
    1,
  )
}

export async function containersOf(api: SignedApi, app = 'web'): Promise<ListedContainer[]> {
  return engine.listContainers({ 'levelrail.instance': api.ctx.instanceId, 'levelrail.app': app }, signal())
}
