// Every failure code that a deploy without a build can have, provoked for real: the code, the fact that its cause names,
// the line that proves it, and what served before, untouched.
import type { AppCreate } from '@levelrail/contract/schemas/apps.ts'
import type { Failure } from '@levelrail/contract/schemas/deploys.ts'
import { expect, onTestFinished, test } from 'vitest'
import { freeAddresses } from '../../src/features/apps/app-addresses.ts'
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
import { engineProxy } from '../support/engine-proxy.ts'
import { freePort } from '../support/server.ts'
import { type RegistryManner, startTinyRegistry } from '../support/tiny-registry.ts'

/** Long enough for a container to start on a busy machine, short enough to wait for. */
const impatienceMs = 6000
const socketPath = dockerHost.replace('unix://', '')

/** Deploys something that serves, then something that cannot, and gives what people are told of it. */
async function failBeside(api: SignedApi, change: Partial<AppCreate>): Promise<Failure> {
  const { name: _, ...spec } = change
  await api.call('appUpdate', { params: { name: 'web' }, body: spec }, api.admin)
  const [before] = await containersOf(api)
  const { deployId, address } = await serving(api)
  await api.call('deployCreate', { params: { name: 'web' }, body: {} }, api.admin)
  const { outcome, failure } = await settled(api)
  expect(outcome).toBe('failed')
  await eventually(async () => (await containersOf(api)).map(({ id, state }) => [id, state])).toEqual([
    [before?.id, 'running'],
  ])
  expect(await serving(api)).toEqual({ deployId, address })
  expect((await fetch(`http://${address}:8080/`)).status).toBe(200)
  return failure as Failure
}

async function serving(api: SignedApi): Promise<{ deployId: string; address: string }> {
  const { body } = await api.call('appReplicas', { params: { name: 'web' } }, api.admin)
  const { current_deploy_id } = await viewApp(api)
  const replica = body.find(({ deploy_id }) => deploy_id === current_deploy_id)
  return { deployId: replica?.deploy_id ?? '', address: replica?.address ?? '' }
}

/** The first deploy has all the time it needs; those after it, which fail, are soon given up. */
async function startServing(env: Record<string, string> = {}): Promise<SignedApi> {
  const api = await startDeploying({ APP_DEPLOY_READY_TIMEOUT: '30s', ...env })
  await createApp(api, {})
  const { outcome, failure } = await settled(api)
  expect({ outcome, failure }).toEqual({ outcome: 'healthy' })
  if (!env.APP_DEPLOY_READY_TIMEOUT) api.ctx.settings.APP_DEPLOY_READY_TIMEOUT = impatienceMs
  return api
}

async function registryFor(manner?: RegistryManner) {
  const registry = await startTinyRegistry(manner)
  onTestFinished(() => registry.close())
  return registry
}

const shell = (script: string): Partial<AppCreate> => ({ entrypoint: ['/bin/sh', '-c', script] })
const perl = (script: string): Partial<AppCreate> => ({ entrypoint: ['/usr/bin/perl', '-e', script] })

test('image_pull_failed: an unknown tag, a registry that denies, and one that is down', async () => {
  const api = await startServing()
  const giving = await registryFor()
  const unknownTag = await failBeside(api, { image: giving.reference.replace(/:1$/, ':none-such') })
  expect(unknownTag).toMatchObject({ code: 'image_pull_failed', retryable: false })
  expect(unknownTag.cause).toContain('has no such repository or tag')

  const denying = await registryFor('denies')
  const denied = await failBeside(api, { image: denying.reference })
  expect(denied).toMatchObject({ code: 'image_pull_failed', retryable: false })
  expect(denied.cause).toContain('asks for credentials')
  expect(denied.log_excerpt).toContain('no basic auth credentials')

  const down = await failBeside(api, { image: `127.0.0.1:${await freePort()}/trial:1` })
  expect(down).toMatchObject({ code: 'image_pull_failed', retryable: true })
  expect(down.cause).toContain('does not answer')
  expect(down.log_excerpt).toContain('connection refused')

  const here = await failBeside(api, { image: 'levelrail/none-such:1', pull_policy: 'never' })
  expect(here).toMatchObject({ code: 'image_pull_failed' })
  expect(here.cause).toContain('levelrail/none-such:1')
})

test('image_pull_failed: a registry that is unplugged while it is asked', async () => {
  const api = await startServing()
  const registry = await registryFor('stalls')
  await api.call('deployCreate', { params: { name: 'web' }, body: { image: registry.reference } }, api.admin)
  await eventually(() => registry.asked.some((path) => path.includes('/manifests/'))).toBe(true)
  registry.close()
  const { failure } = await settled(api)
  expect(failure).toMatchObject({ code: 'image_pull_failed', retryable: true })
  expect(await containersOf(api)).toHaveLength(1)
})

test('port_not_listening names the port that it does listen on', async () => {
  const api = await startServing()
  const elsewhere = await failBeside(api, { env: { PORT: '9090' } })
  expect(elsewhere.code).toBe('port_not_listening')
  expect(elsewhere.cause).toMatch(/8080.*listens on 9090/)
  expect(elsewhere.next).toContain('Set the port of the app to 9090')
  expect(elsewhere.log_excerpt).toContain('listening on port 9090')

  const inside = await failBeside(api, { env: { LISTEN_ADDRESS: '127.0.0.1' } })
  expect(inside.code).toBe('port_not_listening')
  expect(inside.cause).toContain('only on 127.0.0.1')
})

test('health_check_failed tells what the check answered', async () => {
  const api = await startServing()
  const health = { readiness: { type: 'http' as const, path: '/health' }, liveness: null }
  const status = await failBeside(api, { env: { HEALTH_STATUS: '503' }, health })
  expect(status.code).toBe('health_check_failed')
  expect(status.cause).toContain('GET /health answered with status 503')
  expect(status.log_excerpt).toContain('listening on port 8080')

  const command = { readiness: { type: 'command' as const, command: ['/bin/sh', '-c', 'exit 7'] }, liveness: null }
  const exit = await failBeside(api, { env: {}, health: command })
  expect(exit.code).toBe('health_check_failed')
  expect(exit.cause).toContain('exit code 7')
})

test('health_check_failed: one that answers once and then no more is not called healthy', async () => {
  const api = await startServing()
  const once = 'if [ -e /tmp/asked ]; then exit 1; fi; touch /tmp/asked'
  const health = { readiness: { type: 'command' as const, command: ['/bin/sh', '-c', once] }, liveness: null }
  const failure = await failBeside(api, { health })
  expect(failure.code).toBe('health_check_failed')
  expect(failure.cause).toContain('exit code 1')
})

test('container_crashed names the exit code, or the command that is not there', async () => {
  const api = await startServing()
  const crash = await failBeside(api, { env: { CRASH_AT_START: '3' } })
  expect(crash.code).toBe('container_crashed')
  expect(crash.cause).toContain('exited with code 3')
  expect(crash.log_excerpt).toContain('crashing at start, as told')

  const missing = await failBeside(api, { env: {}, entrypoint: ['/no/such/program'] })
  expect(missing.code).toBe('container_crashed')
  expect(missing.cause).toContain('127')
  expect(missing.log_excerpt).toContain('/no/such/program')
})

test('oom_killed names the limit, also when only a child died', async () => {
  const api = await startServing()
  const resources = { memory: '32Mi', cpu: null, swap: null, cpuset: null }
  const whole = await failBeside(api, { env: { EAT_MEMORY_MB: '200' }, resources })
  expect(whole.code).toBe('oom_killed')
  expect(whole.cause).toContain('its limit of 32Mi')

  const eatInChild =
    'my $n = 200 << 20; if (fork == 0) { my $x = "x" x $n; exit 0 } wait; sleep 1; print "my child is gone\\n";'
  const ended = await failBeside(api, { env: {}, ...perl(`$| = 1; ${eatInChild} exit 3`) })
  expect(ended.code).toBe('oom_killed')
  expect(ended.cause).toContain('a child process; the main process ended with exit code 3')
  expect(ended.log_excerpt).toContain('my child is gone')

  const lived = await failBeside(api, perl(`$| = 1; ${eatInChild} sleep 100`))
  expect(lived.code).toBe('oom_killed')
  expect(lived.cause).toContain('a child process; the main process went on')
})

test('missing_env names what is missing, declared or told by the app', async () => {
  const api = await startServing()
  const declared = await failBeside(api, {
    secret_env: [
      { name: 'DATABASE_URL', required: true },
      { name: 'API_KEY', required: true },
      { name: 'NICE_TO_HAVE', required: false },
    ],
  })
  expect(declared).toMatchObject({ code: 'missing_env', retryable: false })
  expect(declared.cause).toContain('DATABASE_URL, API_KEY.')

  const told = await failBeside(api, {
    secret_env: [],
    ...shell('echo "Error: missing required environment variable: SMTP_HOST" >&2; exit 1'),
  })
  expect(told.code).toBe('missing_env')
  expect(told.cause).toContain('SMTP_HOST')
  expect(told.log_excerpt).toContain('missing required environment variable: SMTP_HOST')
})

test('disk_full: an app that fills its disk', async () => {
  const api = await startServing()
  const failure = await failBeside(
    api,
    perl('open F, ">", "/dev/shm/full"; for (1..200) { syswrite(F, "x" x (1 << 20)) or die "cannot write: $!\\n" }'),
  )
  expect(failure).toMatchObject({ code: 'disk_full', retryable: true })
  expect(failure.log_excerpt).toContain('cannot write: No space left on device')
})

test('rollback_target_gone: the image was removed and its registry gives it no more', async () => {
  const api = await startServing()
  const registry = await registryFor()
  const { body: gone } = await api.call(
    'deployCreate',
    { params: { name: 'web' }, body: { image: registry.reference } },
    api.admin,
  )
  expect((await settled(api)).failure?.code).toBe('container_crashed')
  await eventually(async () => (await containersOf(api)).length).toBe(1)
  await engine.removeImage(registry.reference, signal())
  registry.forgetAll()
  await api.call('deployCreate', { params: { name: 'web' }, body: { rollback_to: gone.id } }, api.admin)
  const { failure } = await settled(api)
  expect(failure).toMatchObject({ code: 'rollback_target_gone', retryable: false })
  expect(failure?.cause).toContain(registry.reference)
  expect(await containersOf(api)).toHaveLength(1)
})

test('rollback_target_gone: a tag that means another image today is not taken for the earlier one', async () => {
  const api = await startServing()
  const registry = await registryFor()
  const { body: gone } = await api.call(
    'deployCreate',
    { params: { name: 'web' }, body: { image: registry.reference } },
    api.admin,
  )
  await settled(api)
  await eventually(async () => (await containersOf(api)).length).toBe(1)
  await engine.removeImage(registry.reference, signal())
  registry.forgetAll()
  const { id } = await engine.inspectImage(testImage, signal())
  await engine.tagImage(id, registry.reference, signal())
  onTestFinished(() => engine.removeImage(registry.reference, signal()))
  await api.call('deployCreate', { params: { name: 'web' }, body: { rollback_to: gone.id } }, api.admin)
  expect((await settled(api)).failure?.code).toBe('rollback_target_gone')
})

test('unknown: more replicas than there are addresses', async () => {
  const api = await startDeploying()
  await createApp(api, { replicas: 6 })
  const { failure } = await settled(api)
  expect(failure?.code).toBe('unknown')
  expect(failure?.cause).toContain(`APP_NETWORK_SUBNET is ${api.ctx.settings.APP_NETWORK_SUBNET}`)
  await eventually(() => containersOf(api)).toEqual([])
})

test('runtime_unreachable: a deploy does not wait for ever for an engine that is away', async () => {
  const proxy = await engineProxy(socketPath)
  const api = await startServing({ APP_DOCKER_HOST: proxy.host })
  const { deployId, address } = await serving(api)
  proxy.unplug()
  await api.call('deployCreate', { params: { name: 'web' }, body: {} }, api.admin)
  const { failure } = await settled(api)
  expect(failure).toMatchObject({ code: 'runtime_unreachable', retryable: true })
  expect((await viewApp(api)).conditions).toMatchObject([{ status: 'unknown', reason: 'RuntimeUnreachable' }])
  expect((await fetch(`http://${address}:8080/`)).status).toBe(200)
  await proxy.plugIn()
  await eventually(async () => (await viewApp(api)).conditions[0]?.reason).toBe('Serving')
  expect((await viewApp(api)).current_deploy_id).toBe(deployId)
})

test('an engine that is away for a moment does not fail a deploy', async () => {
  const proxy = await engineProxy(socketPath)
  const api = await startServing({ APP_DOCKER_HOST: proxy.host, APP_DEPLOY_READY_TIMEOUT: '20s' })
  await api.call('appUpdate', { params: { name: 'web' }, body: { env: { START_DELAY: '2' } } }, api.admin)
  await api.call('deployCreate', { params: { name: 'web' }, body: {} }, api.admin)
  await eventually(async () => (await viewDeploy(api)).phases.at(-1)?.name).toBe('probing')
  proxy.unplug()
  await eventually(async () => (await viewApp(api)).conditions[0]?.reason).toBe('RuntimeUnreachable')
  await proxy.plugIn()
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  await eventually(async () => (await containersOf(api)).length).toBe(1)
})

test('an address that something else holds is tried again', async () => {
  const api = await startDeploying({ APP_DEPLOY_READY_TIMEOUT: '30s' })
  const { instanceId } = api.ctx
  const network = `levelrail-${instanceId.slice(-4)}`
  const labels = { 'levelrail.instance': instanceId }
  const subnet = api.ctx.settings.APP_NETWORK_SUBNET
  const [address = ''] = freeAddresses(subnet, new Set(), 1, 'web')
  await engine.ensureNetwork({ name: network, subnet, labels, internal: false }, signal())
  const intruder = await engine.createContainer(
    {
      name: `intruder-${instanceId.slice(-4)}`,
      image: testImage,
      env: {},
      labels,
      network: { name: network, address, aliases: [] },
    },
    signal(),
  )
  await engine.startContainer(intruder, signal())
  await createApp(api, {})
  await eventually(() => api.ctx.loops.status().find(({ name }) => name === 'apps')?.last_error).toMatch(/address/i)
  expect((await viewDeploy(api)).outcome).toBe('in_progress')
  await engine.removeContainer(intruder, signal())
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
})

test('an app that crashes again and again waits longer and longer, and is ready again when it recovers', async () => {
  const api = await startServing({ APP_RESTART_BACKOFF_BASE: '3s', APP_RESTART_BACKOFF_MAX: '3s' })
  const { address } = await serving(api)
  const crash = () => fetch(`http://${address}:8080/exit/1`).catch(() => {})
  const reason = async () => (await viewApp(api)).conditions[0]?.reason
  const state = async () => (await containersOf(api))[0]?.state
  await crash()
  await eventually(async () => (await containersOf(api))[0]?.state).toBe('running')
  await eventually(() =>
    fetch(`http://${address}:8080/`).then(
      ({ status }) => status,
      () => 0,
    ),
  ).toBe(200)
  await crash()
  await eventually(reason).toBe('CrashLoopBackOff')
  const [condition] = (await viewApp(api)).conditions
  expect(condition).toMatchObject({ type: 'Ready', status: 'false' })
  expect(condition?.message).toMatch(/next try at 20\d\d-/)
  expect(await state()).toBe('exited')
  await eventually(reason).toBe('Serving')
  expect((await fetch(`http://${address}:8080/`)).status).toBe(200)
})

test('a replica that runs but is not well is started again, more than once', async () => {
  const api = await startDeploying({ APP_RESTART_BACKOFF_BASE: '1s' })
  await createApp(api, {
    health: {
      readiness: null,
      liveness: {
        type: 'command',
        command: ['/bin/sh', '-c', '! test -e /tmp/unwell'],
        interval: '300ms',
        failures: 2,
      },
    },
  })
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  const id = (await containersOf(api))[0]?.id ?? ''
  const startedAt = async () => (await engine.inspectContainer(id, signal())).startedAt?.getTime() ?? 0
  const shell = (text: string) =>
    engine.exec(id, { command: ['/bin/sh', '-c', text], maxOutputBytes: 1000, signal: signal() })
  await shell('touch /tmp/unwell')
  for (const _ of [1, 2]) {
    const before = await startedAt()
    await eventually(startedAt).toBeGreaterThan(before)
  }
  await eventually(async () => (await shell('rm -f /tmp/unwell').catch(() => undefined))?.exitCode).toBe(0)
  await eventually(async () => (await viewApp(api)).conditions[0]?.reason).toBe('Serving')
  expect((await containersOf(api)).map((container) => container.id)).toEqual([id])
})
