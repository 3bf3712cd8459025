// Ports of the machine and networks without a way out, on the real engine.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
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
import { ownSubnet } from '../support/own-subnet.ts'

const web = { params: { name: 'web' } }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Removes networks without a way out too, whatever the test left. */
async function startInternal(): Promise<SignedApi> {
  const left: string[] = []
  onTestFinished(async () => {
    for (const name of left) await engine.removeNetwork(name, signal())
  })
  const api = await startDeploying({ APP_INTERNAL_SUBNET: ownSubnet(27) })
  onTestFinished(async () => {
    left.push(...(await api.ctx.db.selectFrom('app_networks').selectAll().execute()).map(({ name }) => name))
  })
  return api
}

async function deploy(api: SignedApi, body: object = {}) {
  await api.call('deployCreate', { ...web, body }, api.admin)
  return settled(api)
}

/** Whether a container reaches an address. */
async function reaches(api: SignedApi, app: string, address: string): Promise<boolean> {
  const [container] = (await containersOf(api, app)).filter(({ state }) => state === 'running')
  const { exitCode, stderr } = await engine.exec(container?.id ?? '', {
    command: ['perl', '-MIO::Socket::INET', '-e', connect, address],
    maxOutputBytes: 10_000,
    signal: signal(),
  })
  expect([0, 1], stderr).toContain(exitCode)
  return exitCode === 0
}

const connect = 'exit(IO::Socket::INET->new(PeerAddr => $ARGV[0], Timeout => 2) ? 0 : 1)'

async function addressOf(api: SignedApi, app: string): Promise<string> {
  const { body } = await api.call('appReplicas', { params: { name: app } }, api.admin)
  return body[0]?.address ?? ''
}

test('a host port leads to the app, also after the next deploy, which stops the old one first', async () => {
  const api = await startDeploying()
  const port = await freePort()
  await createApp(api, { host_port: port })
  expect((await settled(api)).outcome).toBe('healthy')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  await api.call('appUpdate', { ...web, body: { env: { VERSION: '2' } } }, api.admin)
  expect((await viewApp(api)).effective_strategy).toBe('recreate')
  expect((await deploy(api)).outcome).toBe('healthy')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  expect(await containersOf(api)).toHaveLength(1)
})

test('a host port that is taken fails the deploy and says so', async () => {
  const api = await startDeploying()
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await createApp(api, { host_port: port })
  expect(await settled(api)).toMatchObject({
    outcome: 'failed',
    failure: { cause: `Port ${port} of the node is taken by another container or program.` },
  })
  await eventually(async () => (await viewApp(api)).conditions[0]?.reason).toBe('FirstDeployFailed')
})

test('a deploy takes the way out away, another one gives it back, and the network goes with its last member', async () => {
  const api = await startInternal()
  await createApp(api, { name: 'open' })
  await createApp(api, {})
  await Promise.all([settled(api, 'open'), settled(api)])
  const outside = `${await addressOf(api, 'open')}:8080`
  expect(await reaches(api, 'web', outside)).toBe(true)
  await api.call('appUpdate', { ...web, body: { egress_policy: 'internal' } }, api.admin)
  expect((await viewApp(api)).pending).toEqual(['egress_policy'])
  expect((await deploy(api)).outcome).toBe('healthy')
  await eventually(async () => (await containersOf(api)).length).toBe(1)
  expect(await reaches(api, 'web', outside)).toBe(false)
  // The ingress and the probes, on the machine itself, still reach it.
  expect((await fetch(`http://${await addressOf(api, 'web')}:8080/`)).status).toBe(200)

  await api.call('appUpdate', { ...web, body: { egress_policy: 'open' } }, api.admin)
  expect((await deploy(api)).outcome).toBe('healthy')
  await eventually(async () => (await containersOf(api)).length).toBe(1)
  expect(await reaches(api, 'web', outside)).toBe(true)
  await eventually(() => api.ctx.db.selectFrom('app_networks').selectAll().execute()).toEqual([])
})

test('apps of a project without a way out find each other by name', async () => {
  const api = await startInternal()
  const { body: project } = await api.call('projectCreate', { body: { name: 'shop' } }, api.admin)
  for (const name of ['web', 'api']) {
    await createApp(api, { name, egress_policy: 'internal', deploy: false })
    const move = { params: { name }, body: { project_id: project.id } }
    expect((await api.call('appMoveToProject', move, api.admin)).status).toBe(200)
    await api.call('deployCreate', { params: { name }, body: {} }, api.admin)
  }
  for (const name of ['web', 'api']) expect((await settled(api, name)).outcome).toBe('healthy')
  expect(await reaches(api, 'web', 'api:8080')).toBe(true)
  for (const name of ['web', 'api']) await api.call('appDelete', { params: { name } }, api.admin)
  await eventually(() => api.ctx.db.selectFrom('app_networks').selectAll().execute()).toEqual([])
})
