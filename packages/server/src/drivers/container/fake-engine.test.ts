import { expect, test } from 'vitest'
import { engineContract } from '../../../test/support/engine-contract.ts'
import type { ContainerSpec, EngineEvent } from './container.ts'
import { fakeEngine } from './fake-engine.ts'

const signal = AbortSignal.timeout(20_000)

engineContract(async () => {
  const engine = fakeEngine()
  engine.addImage('levelrail/test-app:1')
  return engine
})

test('images that do wrong do it as their name says', async () => {
  const engine = fakeEngine()
  const run = async (word: string) => {
    await engine.pullImage(`shop/${word}:1`, { onProgress: () => {}, signal })
    const id = await engine.createContainer(spec(word), signal)
    await engine.startContainer(id, signal)
    return id
  }
  await expect(run('fails-to-pull')).rejects.toMatchObject({ kind: 'failed' })
  await expect(run('not-in-registry')).rejects.toMatchObject({ kind: 'not-found' })
  expect(await engine.inspectContainer(await run('bad-command'), signal)).toMatchObject({ exitCode: 127 })
  expect(await engine.inspectContainer(await run('crashes'), signal)).toMatchObject({ state: 'exited', exitCode: 1 })
  expect(await engine.inspectContainer(await run('runs-out-of-memory'), signal)).toMatchObject({ oomKilled: true })
  expect(await engine.readListeningPorts(await run('never-ready'), signal)).toEqual([])
  expect(await engine.readListeningPorts(await run('listens-elsewhere'), signal)).toMatchObject([{ port: 3000 }])
})

test('a test ends containers as it likes, and watchers see it', async () => {
  const engine = fakeEngine()
  engine.addImage('shop/shop:1')
  const id = await engine.createContainer(spec('shop'), signal)
  const stop = new AbortController()
  const seen: EngineEvent[] = []
  const watching = (async () => {
    for await (const event of engine.events(stop.signal)) {
      seen.push(event)
      if (event.action === 'die' && event.attributes.exitCode === '137') stop.abort()
    }
  })()
  await engine.startContainer(id, signal)
  engine.endContainer(id, 3)
  expect(await engine.inspectContainer(id, signal)).toMatchObject({ state: 'exited', exitCode: 3 })
  await engine.startContainer(id, signal)
  engine.runOutOfMemory(id)
  await watching
  expect(seen.map(({ action }) => action)).toEqual(['start', 'die', 'start', 'oom', 'die'])
})

test('an engine that went away answers nothing, and its containers run on', async () => {
  const engine = fakeEngine()
  engine.addImage('shop/shop:1')
  const id = await engine.createContainer(spec('shop'), signal)
  await engine.startContainer(id, signal)
  const watching = (async () => {
    for await (const _ of engine.events(signal));
  })()
  engine.goAway()
  await expect(watching).rejects.toMatchObject({ kind: 'unreachable' })
  await expect(engine.ping(signal)).rejects.toMatchObject({ kind: 'unreachable' })
  engine.comeBack()
  expect(await engine.inspectContainer(id, signal)).toMatchObject({ state: 'running' })
})

function spec(word: string): ContainerSpec {
  return { name: word, image: `shop/${word}:1`, env: {}, labels: {}, network: 'none' }
}
