import { expect, test } from 'vitest'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { LineBuffer, type WaitingLine } from './line-buffer.ts'

const never = new AbortController().signal
const limits = { lines: 4, bytes: 40, batchLines: 2, batchBytes: 20, batchAgeMs: 1000 }

function line(message: string): WaitingLine {
  const source = { container: 'web-1', replica: 0, deploy_id: 'dep_1' }
  const rest = { stream: 'stdout', level: null, cut: false } as const
  return { entry: { timestamp: '2026-01-01T00:00:00.000000000Z', ...source, ...rest, message }, cursor: message }
}

function setUp() {
  const clock = new FakeClock()
  const buffer = new LineBuffer(clock, limits)
  const push = (text: string) => buffer.push(line(text), never)
  const take = async (idleMs?: number) => (await buffer.take(never, idleMs)).map(({ cursor }) => cursor)
  return { clock, buffer, push, take }
}

test('a batch is bounded by lines and by bytes, in order', async () => {
  const { push, take, clock } = setUp()
  for (const text of ['a', 'b', 'x'.repeat(19), 'yy']) await push(text)
  expect(await take()).toEqual(['a', 'b'])
  expect(await take()).toEqual(['x'.repeat(19)])
  const last = take()
  await clock.advance(1000)
  expect(await last).toEqual(['yy'])
})

test('a line that is longer than a batch goes alone', async () => {
  const { push, take } = setUp()
  await push('z'.repeat(30))
  await push('a')
  expect(await take()).toEqual(['z'.repeat(30)])
})

test('a lonely line waits for others no longer than its age, and nothing is no batch', async () => {
  const { push, take, clock } = setUp()
  const nothing = take(500)
  await clock.advance(500)
  expect(await nothing).toEqual([])
  await push('a')
  let isTaken = false
  const taking = take().then((batch) => {
    isTaken = true
    return batch
  })
  await clock.advance(999)
  expect(isTaken).toBe(false)
  await clock.advance(1)
  expect(await taking).toEqual(['a'])
})

test('while the receiver takes lines, who reads waits for room and nothing is dropped', async () => {
  const { push, take, buffer } = setUp()
  for (const text of ['a', 'b', 'c', 'd']) await push(text)
  const fifth = push('e')
  expect(await take()).toEqual(['a', 'b'])
  await fifth
  expect([await take(), buffer.takeDropped()]).toEqual([['c', 'd'], 0])
})

test('while the receiver is away the oldest go, and are counted once', async () => {
  const { push, take, buffer } = setUp()
  for (const text of ['a', 'b', 'c', 'd']) await push(text)
  const fifth = push('e')
  buffer.setReceiverAway(true)
  await fifth
  await push('f')
  await push('w'.repeat(38))
  expect(buffer.takeDropped()).toBe(4)
  expect(buffer.takeDropped()).toBe(0)
  expect(await take()).toEqual(['e', 'f'])
})

test('a signal ends every wait', async () => {
  const { buffer } = setUp()
  const ending = new AbortController()
  const taking = buffer.take(ending.signal)
  ending.abort()
  expect(await taking).toEqual([])
})
