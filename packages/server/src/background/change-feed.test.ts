// What a follower is told, when, and what is left behind when it goes.
import { expect, test } from 'vitest'
import { FakeClock, settled } from '../../test/support/fake-clock.ts'
import { type Change, type ChangeBatch, ChangeFeed } from './change-feed.ts'

const all = () => true
const app = (name: string): Change => ({ kind: 'app', name })

function following(mayHear: (change: Change) => boolean = all) {
  const clock = new FakeClock()
  const feed = new ChangeFeed(clock)
  const gone = new AbortController()
  const open = (cursor?: string) => feed.follow(mayHear, cursor, 20_000, gone.signal)
  return { clock, feed, gone, open, batches: open() }
}

async function next(batches: AsyncIterator<ChangeBatch>, clock: FakeClock): Promise<ChangeBatch['changes'] | 'end'> {
  const waiting = batches.next()
  await clock.advance(150)
  const { done, value } = await waiting
  return done ? 'end' : value.changes
}

test('a new follower is told that anything may have changed, then what changed, once each', async () => {
  const { clock, feed, batches } = following()
  expect(await next(batches, clock)).toBe('everything')
  const waiting = batches.next()
  await settled()
  for (const name of ['a', 'b', 'a']) feed.tell(app(name))
  await clock.advance(150)
  expect((await waiting).value).toMatchObject({ changes: [app('a'), app('b')] })
})

test('without changes there is a sign of life', async () => {
  const { clock, batches } = following()
  await next(batches, clock)
  const waiting = batches.next()
  await clock.advance(20_000)
  expect((await waiting).value).toMatchObject({ changes: [] })
})

test('nobody hears of what they may not', async () => {
  const { clock, feed, batches } = following(({ name }) => name !== 'hidden')
  await next(batches, clock)
  const waiting = batches.next()
  await settled()
  feed.tell(app('hidden'))
  feed.tell(app('shown'))
  await clock.advance(150)
  expect((await waiting).value).toMatchObject({ changes: [app('shown')] })
})

test('whoever comes back is told what was missed, as far as it is known', async () => {
  const { clock, feed, open, batches } = following()
  const first = await batches.next()
  const cursor = first.value?.cursor
  feed.tell(app('a'))
  feed.tell(app('b'))
  expect(await next(open(cursor), clock)).toEqual([app('a'), app('b')])
  expect(await next(open('another-1'), clock)).toBe('everything')
  expect(await next(open('nonsense'), clock)).toBe('everything')
  for (let index = 0; index <= 500; index++) feed.tell(app(`app-${index}`))
  expect(await next(open(cursor), clock)).toBe('everything')
})

test('one who does not read costs a bounded memory', async () => {
  const { clock, feed, batches } = following()
  await next(batches, clock)
  for (let index = 0; index <= 500; index++) feed.tell(app(`app-${index}`))
  expect(await next(batches, clock)).toBe('everything')
})

test('one who goes away leaves nothing behind', async () => {
  const { clock, feed, gone, batches } = following()
  await next(batches, clock)
  expect(feed.followers).toBe(1)
  const waiting = batches.next()
  gone.abort()
  expect((await waiting).done).toBe(true)
  expect(feed.followers).toBe(0)
})
