// Logs of an app over HTTP, on an engine in memory: what is found, shown and taken out, and how a tail goes on.
import type { LogEntry } from '@levelrail/contract/schemas/logs.ts'
import { expect, test } from 'vitest'
import { type FakeEngine, fakeEngine } from '../../src/drivers/container/fake-engine.ts'
import { type Api, type As, startWithAdmin } from '../support/api.ts'
import { openEvents } from '../support/event-reader.ts'
import { eventually } from '../support/eventually.ts'
import { onlyLoops } from '../support/only-loops.ts'

const secret = 'hunter22-is-secret'
const params = { name: 'web' }

interface Setting {
  api: Api & { admin: As }
  engine: FakeEngine
  write(replica: number, line: string, stream?: 'stdout' | 'stderr'): Promise<void>
  addReplica(replica: number, deploy?: string): Promise<string>
  tap(query?: string, headers?: Record<string, string>): ReturnType<typeof openEvents>
}

/** An app whose containers the test makes itself: the loop has nothing to do with them. */
async function setting(env: Record<string, string> = {}): Promise<Setting> {
  const engine = fakeEngine()
  const api = await startWithAdmin('sqlite', env, { engine, loops: onlyLoops() })
  engine.addImage('web:1')
  await api.call('appCreate', { body: { name: 'web' } }, api.admin)
  await api.call('appSecretSet', { params: { name: 'web', key: 'KEY' }, body: { value: secret } }, api.admin)
  const ids = new Map<number, string>()
  return {
    api,
    engine,
    async write(replica, line, stream) {
      engine.writeLog(ids.get(replica) ?? '', line, stream)
    },
    async addReplica(replica, deploy = 'dep_1') {
      const marks = { 'levelrail.deploy': deploy, 'levelrail.replica': String(replica) }
      const labels = { 'levelrail.instance': api.ctx.instanceId, 'levelrail.app': 'web', ...marks }
      const spec = { name: `web-${deploy}-${replica}`, image: 'web:1', env: {}, labels, network: 'none' as const }
      const id = await engine.createContainer(spec, AbortSignal.timeout(1000))
      await engine.startContainer(id, AbortSignal.timeout(1000))
      ids.set(replica, id)
      return id
    },
    tap: (query = '', headers = {}) =>
      openEvents(`${api.url}/api/v1/apps/web/logs/stream${query}`, {
        cookie: `session_token=${api.admin.session}`,
        ...headers,
      }),
  }
}

const isLine = (text: string) => (data: LogEntry) => data.message === text
const messages = (events: { event: string; data: unknown }[]) =>
  events.filter(({ event }) => event === 'line').map(({ data }) => (data as LogEntry).message)

test('a search finds text, level, stream, replica and fields, newest first, with counts', async () => {
  const { api, addReplica, write } = await setting()
  await addReplica(0)
  await addReplica(1)
  await write(0, 'ERROR out of cheese')
  await write(1, '{"level":"warn","status":503,"route":"/pay"}', 'stderr')
  await write(0, 'plain words')
  const find = async (query: object) => (await api.call('appLogs', { params, query }, api.admin)).body
  const all = await find({})
  expect(all).toMatchObject({ total: 5, truncated: false, entries: { length: 5 } })
  const times = all.entries.map(({ timestamp }) => timestamp)
  expect(times).toEqual([...times].sort().reverse())
  expect(all.containers).toMatchObject([
    { container: 'web-dep_1-0', replica: 0, deploy_id: 'dep_1', state: 'running', lines: 3 },
    { container: 'web-dep_1-1', replica: 1, lines: 2 },
  ])
  const told = async (query: object) => (await find(query)).entries.map(({ message }) => message)
  expect(await told({ q: 'CHEESE' })).toEqual(['ERROR out of cheese'])
  expect(await told({ level: 'warn', order: 'oldest' })).toEqual([
    'ERROR out of cheese',
    '{"level":"warn","status":503,"route":"/pay"}',
  ])
  expect(await told({ stream: 'stderr' })).toHaveLength(1)
  expect(await told({ replica: 1 })).toHaveLength(2)
  expect(await told({ container: 'web-dep_1-0' })).toHaveLength(3)
  expect(await told({ field: 'status>=500' })).toHaveLength(1)
  expect(await told({ to: '2020-01-01T00:00:00Z' })).toEqual([])
  expect(await find({ limit: 1 })).toMatchObject({ total: 5, entries: { length: 1 } })
  expect((await api.call('appLogs', { params, query: { field: 'nonsense' } }, api.admin)).error).toContain('status=500')
})

test('no secret leaves by search, tail or download, and none can be guessed by searching', async () => {
  const { api, addReplica, write, tap } = await setting()
  await addReplica(0)
  await write(0, `connecting with ${secret}`)
  const page = (await api.call('appLogs', { params, query: { q: 'connecting' } }, api.admin)).body
  expect(page.entries[0]?.message).toBe('connecting with (secret)')
  const guess = await api.call('appLogs', { params, query: { q: secret.slice(0, 9) } }, api.admin)
  expect(guess.body).toMatchObject({ total: 0, entries: [] })
  const live = await tap()
  await live.until('line', isLine('connecting with (secret)'))
  await write(0, `again ${secret}`)
  await live.until('line', isLine('again (secret)'))
  const file = await api.call('appLogDownload', { params }, api.admin)
  expect(file.body).toMatch(/Z 0 stdout again \(secret\)\n$/)
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="web-.+\.log"$/)
  expect(JSON.stringify([page, live.events, file.body])).not.toContain(secret)
})

test('a line that is too long is cut, and says so', async () => {
  const { api, addReplica, write } = await setting()
  await addReplica(0)
  await write(0, 'x'.repeat(20_000))
  const [entry] = (await api.call('appLogs', { params }, api.admin)).body.entries
  expect(entry).toMatchObject({ cut: true, message: expect.stringMatching(/^x{8192} … \(cut\)$/) })
})

test('a download holds the newest 5,000 lines, oldest first', async () => {
  const { api, addReplica, write } = await setting()
  await addReplica(0)
  for (let number = 0; number < 5100; number++) await write(0, `line ${number}`)
  const lines = (await api.call('appLogDownload', { params }, api.admin)).body.trimEnd().split('\n')
  expect(lines).toHaveLength(5000)
  const numbers = lines.map((line) => Number(/line (\d+)$/.exec(line)?.[1]))
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
})

test('a tail begins with what was written before, and takes in replicas as they come and go', async () => {
  const { engine, addReplica, write, tap } = await setting()
  const first = await addReplica(0)
  await write(0, 'before')
  const live = await tap()
  await live.until('line', isLine('before'))
  await addReplica(0, 'dep_2')
  await write(0, 'from the new one')
  await live.until('line', isLine('from the new one'))
  await engine.removeContainer(first, AbortSignal.timeout(1000))
  await live.until(
    'replicas',
    (found: { deploy_id: string }[]) => found.length === 1 && found[0]?.deploy_id === 'dep_2',
  )
  await write(0, 'still here')
  await live.until('line', isLine('still here'))
  expect(messages(live.events)).toEqual([
    'test-app 1 listening on port 8080',
    'before',
    'test-app 1 listening on port 8080',
    'from the new one',
    'still here',
  ])
})

test('a tail goes on after the last event, with no line lost or told twice', async () => {
  const { addReplica, write, tap } = await setting()
  await addReplica(0)
  await addReplica(1)
  const seen: string[] = []
  let after = ''
  let number = 0
  for (let round = 0; round < 4; round++) {
    const live = await tap('', after ? { 'last-event-id': after } : {})
    // Some of them share a millisecond, which is all that this engine can tell apart.
    for (let count = 0; count < 20; count++) await write(count % 2, `line ${number++}`)
    const last = await live.until('line', isLine(`line ${number - 11}`))
    after = last.id ?? ''
    live.hangUp()
    seen.push(...messages(live.events.slice(0, live.events.indexOf(last) + 1)))
  }
  const end = await tap(`?after=${after}`)
  await write(0, 'last')
  await end.until('line', isLine('last'))
  await end.until('line', isLine(`line ${number - 1}`))
  seen.push(...messages(end.events))
  const told = seen.filter((text) => text.startsWith('line ')).map((text) => Number(text.slice(5)))
  expect(told.sort((a, b) => a - b)).toEqual(Array.from({ length: number }, (_, place) => place))
})

test('a tail rides out an engine that goes away', async () => {
  const { engine, addReplica, write, tap } = await setting()
  await addReplica(0)
  const live = await tap()
  await live.until('line')
  engine.goAway()
  await write(0, 'meanwhile')
  await live.until('notice')
  engine.comeBack()
  await live.until('line', isLine('meanwhile'))
  expect(messages(live.events)).toEqual(['test-app 1 listening on port 8080', 'meanwhile'])
})

test('a tail can be narrowed, and begins empty where that is wanted', async () => {
  const { addReplica, write, tap } = await setting()
  await addReplica(0)
  await write(0, 'an apple before')
  const live = await tap('?q=apple&tail=0')
  await live.until('replicas')
  await write(0, 'a pear')
  await write(0, 'an apple after')
  await live.until('line', isLine('an apple after'))
  expect(messages(live.events)).toEqual(['an apple after'])
})

test('a tail ends, and says why, when the app is deleted or the right is lost', async () => {
  const { api, addReplica, tap } = await setting()
  await addReplica(0)
  const { body: token } = await api.call('tokenCreate', { body: { name: 't', abilities: ['read'] } }, api.admin)
  const watched = await openEvents(`${api.url}/api/v1/apps/web/logs/stream`, { authorization: `Bearer ${token.token}` })
  await watched.until('line')
  await api.call('tokenRevoke', { params: { id: token.id } }, api.admin)
  expect((await watched.until('end')).data).toEqual({ reason: 'access_ended' })
  await eventually(() => watched.isOver).toBe(true)
  const live = await tap()
  await live.until('line')
  await api.call('appDelete', { params }, api.admin)
  expect((await live.until('end')).data).toEqual({ reason: 'deleted' })
  await eventually(() => live.isOver).toBe(true)
})

test('there are only so many streams at once, and a place is given back', async () => {
  const { api, addReplica, tap } = await setting({ APP_LOG_STREAMS_MAX: '1' })
  await addReplica(0)
  const live = await tap()
  await live.until('line')
  expect((await tap()).status).toBe(429)
  live.hangUp()
  await eventually(() => api.ctx.logStreams.taken).toBe(0)
  expect((await tap()).status).toBe(200)
})

test('an engine that does not answer is said so, and an unknown app is 404', async () => {
  const { api, engine } = await setting()
  expect((await api.call('appLogs', { params: { name: 'none' } }, api.admin)).status).toBe(404)
  expect((await api.call('appLogStream', { params: { name: 'none' } }, api.admin)).status).toBe(404)
  engine.goAway()
  expect((await api.call('appLogs', { params }, api.admin)).status).toBe(503)
  expect((await api.call('appLogDownload', { params }, api.admin)).status).toBe(503)
})
