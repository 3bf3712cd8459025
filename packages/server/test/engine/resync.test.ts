// The slow resync: at rest it is one list call for all apps, and it still finds what no event told of.
import { expect, test } from 'vitest'
import { allLoops } from '../../src/all-loops.ts'
import type { ContainerEngine, EngineEvent } from '../../src/drivers/container/container.ts'
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
} from '../support/deploying.ts'

const names = ['one', 'two', 'three']

/** The real engine, which writes down what it is asked. */
function counting(events: ContainerEngine['events'] = engine.events) {
  const asked: string[] = []
  const counted: ContainerEngine = {
    ...engine,
    events,
    async listContainers(labels, limit) {
      asked.push(`list ${labels['levelrail.app'] ?? 'all'}`)
      return engine.listContainers(labels, limit)
    },
    async inspectContainer(id, limit) {
      asked.push('inspect')
      return engine.inspectContainer(id, limit)
    },
  }
  return { asked, counted }
}

/** An engine whose events nobody hears, until the stream breaks. */
function deafUntil(broken: Promise<unknown>): ContainerEngine['events'] {
  return async function* (limit, onOpen): AsyncGenerator<EngineEvent> {
    onOpen?.()
    const stopped = new Promise<void>((resolve) => limit.addEventListener('abort', () => resolve(), { once: true }))
    await Promise.race([broken, stopped])
  }
}

async function startThree(counted: ContainerEngine, every: '100ms' | '1h'): Promise<SignedApi> {
  const env = { ...deployEnv(27), APP_DEPLOY_READY_TIMEOUT: '60s' }
  const loops = allLoops.map((loop) => (loop.name === 'apps' ? { ...loop, every } : loop))
  const api = await startDeploying(env, { engine: counted, loops })
  await Promise.all(names.map((name) => createApp(api, { name })))
  for (const name of names) expect((await settled(api, name)).outcome).toBe('healthy')
  return api
}

/** What was asked in the newest resyncs, each of which begins with a list of all. */
function newest(asked: string[], count: number): string[] {
  const from = asked.map((call, at) => (call === 'list all' ? at : -1)).filter((at) => at >= 0)
  return asked.slice(from.at(-count) ?? 0)
}

test('at rest a resync is one list call for all apps, and none of their containers is looked at', async () => {
  const { asked, counted } = counting()
  await startThree(counted, '100ms')
  await eventually(() => newest(asked, 3)).toEqual(['list all', 'list all', 'list all'])
})

test('what ended and what was removed without a word is found by the resync', async () => {
  const { asked, counted } = counting(deafUntil(new Promise(() => {})))
  const api = await startThree(counted, '100ms')
  await eventually(() => newest(asked, 2)).toEqual(['list all', 'list all'])
  const [[killed], [removed]] = [await containersOf(api, 'one'), await containersOf(api, 'two')]
  await engine.killContainer(killed?.id ?? '', 'SIGKILL', signal())
  await engine.removeContainer(removed?.id ?? '', signal())
  await eventually(async () => (await containersOf(api, 'one')).map(({ id, state }) => [id, state])).toEqual([
    [killed?.id, 'running'],
  ])
  await eventually(async () => (await containersOf(api, 'two')).map(({ state }) => state)).toEqual(['running'])
  expect((await containersOf(api, 'two'))[0]?.id).not.toBe(removed?.id)
  for (const name of names)
    await eventually(async () => (await viewApp(api, name)).conditions[0]?.reason).toBe('Serving')
})

test('when the event stream breaks, every container is looked at, whatever the list says of it', async () => {
  const broken = Promise.withResolvers<void>()
  const { asked, counted } = counting(deafUntil(broken.promise))
  const api = await startThree(counted, '1h')
  // A list that lags behind the end of a container still calls it running.
  const before = await containersOf(api, 'one')
  const list = counted.listContainers
  counted.listContainers = async (labels, limit) => (labels['levelrail.app'] === 'one' ? before : list(labels, limit))
  await engine.killContainer(before[0]?.id ?? '', 'SIGKILL', signal())
  asked.length = 0
  broken.resolve()
  await eventually(async () => (await containersOf(api, 'one')).map(({ state }) => state)).toEqual(['running'])
  await eventually(() => asked.filter((call) => call === 'inspect').length).toBeGreaterThanOrEqual(names.length)
})
