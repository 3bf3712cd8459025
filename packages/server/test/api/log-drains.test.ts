// Log drains on an engine in memory, with a real receiver: what is kept of them, and what happens to lines that the
// receiver does not take.
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { fakeEngine } from '../../src/drivers/container/fake-engine.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import type { Store } from '../../src/store/store.ts'
import { startWithAdmin } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { onlyLoops } from '../support/only-loops.ts'
import { storeKinds } from '../support/stores.ts'

const params = { name: 'web' }
/** Waits are a tenth as long; time itself is as it is. */
const hurried: Clock = { now: systemClock.now, after: (ms, run) => systemClock.after(ms / 10, run) }

async function setting(kind: Store['kind'], clock: Clock) {
  const engine = fakeEngine()
  const env = { APP_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.1' }
  const api = await startWithAdmin(kind, env, { engine, clock, loops: onlyLoops('log-drains') })
  engine.addImage('web:1')
  await api.call('appCreate', { body: { name: 'web' } }, api.admin)
  const marks = { 'levelrail.deploy': 'dep_1', 'levelrail.replica': '0' }
  const labels = { 'levelrail.instance': api.ctx.instanceId, 'levelrail.app': 'web', ...marks }
  const spec = { name: 'web-dep_1-0', image: 'web:1', env: {}, labels, network: 'none' as const }
  const id = await engine.createContainer(spec, AbortSignal.timeout(10_000))
  await engine.startContainer(id, AbortSignal.timeout(10_000))

  const receiver = { status: 200, messages: [] as string[] }
  const server = createServer(async (request, response) => {
    const { status } = receiver
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    if (status === 200) for (const line of body.trimEnd().split('\n')) receiver.messages.push(JSON.parse(line).message)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const condition = async () =>
    (await api.call('appView', { params }, api.admin)).body.conditions.find(({ type }) => type === 'LogDrain')
  await api.call('appLogDrainSet', { params, body: { url } }, api.admin)
  await eventually(condition).toMatchObject({ status: 'unknown', reason: 'Waiting' })
  return { api, receiver, condition, write: (line: string) => engine.writeLog(id, line) }
}

test.each(storeKinds)('what was sent is written down, and forgotten with the drain, on %s', async (kind) => {
  const { api, receiver, condition, write } = await setting(kind, systemClock)
  const cursors = () => api.ctx.db.selectFrom('log_drain_cursors').selectAll().execute()
  const [before] = await cursors()
  write('hello')
  await eventually(() => receiver.messages).toEqual(['hello'])
  await eventually(condition).toMatchObject({ status: 'true', reason: 'Forwarding' })
  await eventually(async () => (await cursors())[0]?.sent_until).not.toBe(before?.sent_until)
  expect(await cursors()).toHaveLength(1)
  await api.call('appLogDrainDelete', { params }, api.admin)
  await eventually(condition).toBeUndefined()
  expect(await cursors()).toEqual([])
})

test('lines that come while the receiver is away are kept up to a bound, and what is dropped is counted and told', async () => {
  const { receiver, condition, write } = await setting('sqlite', hurried)
  const all = 6500
  receiver.status = 503
  write('line 0')
  await eventually(condition).toMatchObject({ status: 'false', reason: 'Rejected' })
  for (let n = 1; n < all; n++) write(`line ${n}`)
  await eventually(async () => (await condition())?.message).toMatch(/; \d+ lines that it did not take were dropped$/)
  receiver.status = 200
  await eventually(() => receiver.messages).toContain(`line ${all - 1}`)
  const dropped = receiver.messages.map((message) => Number(/^levelrail: (\d+) lines/.exec(message)?.[1] ?? 0))
  const total = dropped.reduce((sum, count) => sum + count, 0)
  const arrived = new Set(receiver.messages.filter((message) => message.startsWith('line')))
  expect(arrived.size + total).toBe(all)
  expect(arrived).toContain('line 0')
  await eventually(condition).toMatchObject({ status: 'true', message: expect.stringContaining(`${total} lines`) })
})

test('a batch that the receiver does not want is given up, so that it holds up no other', async () => {
  const { receiver, condition, write } = await setting('sqlite', hurried)
  receiver.status = 413
  write('too much')
  await eventually(async () => (await condition())?.message).toMatch(
    /413.*; 1 lines that it did not take were dropped$/,
  )
  receiver.status = 200
  write('better')
  await eventually(() => receiver.messages).toContain('better')
  expect(receiver.messages[0]).toContain('1 lines before this one were dropped')
  expect(receiver.messages).not.toContain('too much')
})
