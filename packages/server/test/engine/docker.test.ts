// The Docker driver against a real engine: what it says when there is none, and what it reports when there is.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const isOpen = Promise.withResolvers<void>()
  const watching = (async () => {
    for await (const event of engine.events(AbortSignal.any([signal, stop.signal]), isOpen.resolve)) {
      if (event.attributes.name !== reference) continue
      seen.push(event)
      stop.abort()
    }
  })()
  await isOpen.promise
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

test('an engine that takes the call and never answers is unreachable after the deadline', async () => {
  const silent = await listen(() => {})
  const failure = dockerEngine(`unix://${silent.path}`).ping(AbortSignal.timeout(300))
  await expect(failure).rejects.toMatchObject({ kind: 'unreachable', message: expect.stringContaining('in time') })
  silent.close()
})

test('an engine that goes away ends the event stream with an error', async () => {
  const host = new URL(await ensureEngine()).pathname
  const between = await listen((client) => {
    const real = connect(host)
    client.pipe(real).pipe(client)
    for (const end of [client, real]) end.on('error', () => end.destroy())
  })
  const watching = (async () => {
    for await (const _ of dockerEngine(`unix://${between.path}`).events(signal));
  })()
  setTimeout(between.close, 500)
  await expect(watching).rejects.toMatchObject({ kind: 'unreachable' })
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

/** A socket of this test's own; closing it cuts every connection. */
async function listen(onClient: (client: Socket) => void): Promise<{ path: string; close: () => void }> {
  const path = join(tmpdir(), `levelrail-${randomBytes(4).toString('hex')}.sock`)
  const clients: Socket[] = []
  const server = createServer((client) => {
    clients.push(client)
    onClient(client)
  }).listen(path)
  await once(server, 'listening')
  const close = () => {
    server.close()
    for (const client of clients) client.destroy()
  }
  return { path, close }
}

function container(name: string, image: string) {
  return { name, image, env: {}, labels: {}, network: 'none' as const }
}

function emptyTar(): Buffer {
  return Buffer.alloc(1024)
}
