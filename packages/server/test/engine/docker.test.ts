// The Docker driver against a real engine: what it says when there is none, and what it reports when there is.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { type ContainerEngine, DriverError, type EngineEvent } from '../../src/drivers/container/container.ts'
import { dockerEngine } from '../../src/drivers/container/docker.ts'
import { ensureEngine } from '../support/engine.ts'

const signal = AbortSignal.timeout(110_000)
let engine: ContainerEngine
beforeAll(async () => {
  engine = dockerEngine(await ensureEngine())
})

test('the engine tells its version, and the API version is agreed on', async () => {
  const version = await engine.ping(signal)
  expect(version.engine).toMatch(/^\d+\.\d+/)
  expect(version.api).toMatch(/^1\.\d+$/)
})

test('no engine is a plain sentence of kind unreachable', async () => {
  const failure = await dockerEngine('unix:///nonexistent/engine.sock')
    .ping(signal)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DriverError)
  expect(failure).toMatchObject({
    kind: 'unreachable',
    message:
      'the container engine at unix:///nonexistent/engine.sock does not answer: there is no such socket, so no engine is running there',
  })
})

test('an image that does not exist is of kind not-found', async () => {
  await expect(engine.inspectImage('levelrail/no-such:1', signal)).rejects.toMatchObject({ kind: 'not-found' })
  await expect(engine.createContainer(container('x', 'levelrail/no-such:1'), signal)).rejects.toMatchObject({
    kind: 'not-found',
  })
})

test('events arrive as they happen, and the stream ends quietly when it is no longer wanted', async () => {
  const stop = new AbortController()
  const seen: EngineEvent[] = []
  const reference = `levelrail/event-trial:${randomBytes(4).toString('hex')}`
  const watching = (async () => {
    for await (const event of engine.events(AbortSignal.any([signal, stop.signal]))) {
      if (event.attributes.name !== reference) continue
      seen.push(event)
      stop.abort()
    }
  })()
  await new Promise((resolve) => setTimeout(resolve, 300))
  const id = await engine.importImage(Readable.from([emptyTar()]), {
    changes: [],
    labels: { 'levelrail.test': 'events' },
    signal,
  })
  await engine.tagImage(id, reference, signal)
  await watching
  expect(seen[0]).toMatchObject({ type: 'image', action: 'tag', id })
  await engine.removeImage(reference, signal)
})

test('an import whose stream breaks leaves no image', async () => {
  const label = `levelrail.test=${randomBytes(4).toString('hex')}`
  const [key = '', value = ''] = label.split('=')
  const broken = Readable.from(
    (async function* () {
      yield emptyTar()
      throw new Error('the build broke')
    })(),
  )
  await expect(engine.importImage(broken, { changes: [], labels: { [key]: value }, signal })).rejects.toThrow(
    'the build broke',
  )
  expect(await engine.listImages(label, signal)).toEqual([])
})

function container(name: string, image: string) {
  return { name, image, env: {}, labels: {} }
}

function emptyTar(): Buffer {
  return Buffer.alloc(1024)
}
