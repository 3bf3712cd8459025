// A cleanup as it is asked for: nothing by default, errors one by one, and nothing at all when something is refused.
import { expect, test } from 'vitest'
import { DriverError } from '../../src/drivers/container/container.ts'
import { fakeEngine } from '../../src/drivers/container/fake-engine.ts'
import { startWithAdmin } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'

const signal = AbortSignal.timeout(60_000)
const gone = { app: 'gone', subnet: '10.9.0.0/24' }

async function startWithLeftovers() {
  const engine = fakeEngine()
  const removeNetwork = async (name: string) => {
    if (name === 'stuck') throw new DriverError('failed', 'the network is stuck')
    return engine.removeNetwork(name, signal)
  }
  const api = await startWithAdmin('sqlite', {}, { engine: { ...engine, removeNetwork } })
  await eventually(() => api.ctx.lease.isHeld).toBe(true)
  const labels = { 'levelrail.instance': api.ctx.instanceId, 'levelrail.app': gone.app }
  engine.addImage('left:1')
  const spec = { name: 'left', image: 'left:1', env: {}, labels, network: 'none' as const }
  await engine.createContainer(spec, signal)
  await engine.ensureNetwork({ name: 'stuck', subnet: gone.subnet, labels, internal: false }, signal)
  await engine.ensureVolume({ name: 'data', labels }, signal)
  return { api, engine, labels }
}

test('it only lists unless told otherwise', async () => {
  const { api, engine, labels } = await startWithLeftovers()
  const { body } = await api.call('systemCleanup', { body: {} }, api.admin)
  expect(body).toMatchObject({
    dry_run: true,
    items: [
      { kind: 'container', name: 'left', removed: false, error: null },
      { kind: 'network', name: 'stuck', removed: false, error: null },
    ],
    orphaned_volumes: [{ name: 'data', app: 'gone' }],
  })
  expect(await engine.listContainers(labels, signal)).toHaveLength(1)
})

test('what cannot go says why, and the rest goes all the same', async () => {
  const { api, engine, labels } = await startWithLeftovers()
  const { body } = await api.call('systemCleanup', { body: { dry_run: false, volumes: ['data'] } }, api.admin)
  expect(body.items).toMatchObject([
    { kind: 'container', name: 'left', removed: true, error: null },
    { kind: 'network', name: 'stuck', removed: false, error: 'the network is stuck' },
    { kind: 'volume', name: 'data', removed: true, error: null },
  ])
  expect(body.orphaned_volumes).toEqual([])
  expect(await engine.listContainers(labels, signal)).toEqual([])
  expect(await engine.listVolumes('levelrail.app', signal)).toEqual([])
  const { body: audit } = await api.call('auditList', { query: {} }, api.admin)
  expect(audit[0]).toMatchObject({ action: 'systemCleanup', resource: 'system/cleanup', status: 200 })
})

test('a volume that is not orphaned is refused by its name, and nothing goes', async () => {
  const { api, engine, labels } = await startWithLeftovers()
  const body = { dry_run: false, volumes: ['data', 'of-somebody'] }
  const { status, error } = await api.call('systemCleanup', { body }, api.admin)
  expect(status).toBe(409)
  expect(error).toMatch(/^volumes: of-somebody: not an orphaned volume of this instance/)
  expect(await engine.listContainers(labels, signal)).toHaveLength(1)
})

test('an engine that is away is said so', async () => {
  const { api, engine } = await startWithLeftovers()
  engine.goAway()
  expect((await api.call('systemCleanup', { body: {} }, api.admin)).status).toBe(503)
})
