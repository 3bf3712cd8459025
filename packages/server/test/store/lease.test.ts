// The lease decides which control plane runs the loops, on both databases. Rulings 22.
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Lease, LeaseLost, leaseHolder } from '../../src/background/lease.ts'
import type { Store } from '../../src/store/store.ts'
import { FakeClock, settled } from '../support/fake-clock.ts'
import { storeForTest, storeKinds } from '../support/stores.ts'

const ttlMs = 6000

interface Contender {
  lease: Lease
  clock: FakeClock
  events: string[]
}

/** Its own clock stands still, so it renews only when the test says so; the database's clock runs. */
function contender(store: Store, holder: string): Contender {
  const clock = new FakeClock()
  const events: string[] = []
  const lease = new Lease({
    store,
    holder,
    ttlMs,
    clock,
    onGained: () => void events.push('gained'),
    onLost: () => void events.push('lost'),
    onError: (error) => void events.push(`error ${String(error)}`),
  })
  onTestFinished(() => lease.stop().catch(() => {}))
  return { lease, clock, events }
}

/** As if the time-to-live had gone by on the database's clock. */
async function expire({ db }: Store): Promise<void> {
  await db.updateTable('leases').set({ expires_at_ms: 0 }).execute()
}

async function fenceOf({ db }: Store): Promise<number> {
  return (await db.selectFrom('leases').select('fence').executeTakeFirstOrThrow()).fence
}

/** Lets a third of the time go by, when a holder renews and the others try, and waits for what must come of it. */
async function turn({ clock, lease }: Contender, expected: 'held' | 'not held'): Promise<void> {
  await clock.advance(ttlMs / 3)
  if (expected === 'held') await vi.waitFor(() => expect(lease.isHeld).toBe(true), { timeout: 60_000 })
  else await new Promise((resolve) => setTimeout(resolve, 100))
  expect(lease.isHeld).toBe(expected === 'held')
}

describe.each(storeKinds)('%s', (kind) => {
  test('a stop gives it back at once, and the next holder has a higher fence', async () => {
    const { store } = await storeForTest(kind)
    const first = contender(store, 'first')
    await first.lease.start()
    expect(first.events).toEqual(['gained'])
    expect(await leaseHolder(store.db)).toBe('first')
    const fence = await fenceOf(store)
    await first.lease.stop()
    expect(first.lease.isHeld).toBe(false)
    const second = contender(store, 'second')
    await second.lease.start()
    expect(second.lease.isHeld).toBe(true)
    expect(await fenceOf(store)).toBe(fence + 1)
  })

  test('who lost it may neither check nor hold', async () => {
    const { store } = await storeForTest(kind)
    const old = contender(store, 'old')
    await old.lease.start()
    await old.lease.check()
    await expire(store)
    await contender(store, 'new').lease.start()
    await expect(store.db.transaction().execute((trx) => old.lease.hold(trx))).rejects.toThrow(LeaseLost)
    expect(old.lease.isHeld).toBe(false)
    await expect(old.lease.check()).rejects.toThrow(LeaseLost)
    expect(old.events).toEqual(['gained', 'lost'])
  })

  test('a transaction that must hold the lease changes nothing without it', async () => {
    const { store } = await storeForTest(kind)
    const old = contender(store, 'old')
    await old.lease.start()
    await expire(store)
    await contender(store, 'new').lease.start()
    const write = store.db.transaction().execute(async (trx) => {
      await trx.insertInto('setup_tokens').values({ token_hash: 'by the old one', created_at: '' }).execute()
      await old.lease.hold(trx)
    })
    await expect(write).rejects.toThrow(LeaseLost)
    expect(await store.db.selectFrom('setup_tokens').selectAll().execute()).toEqual([])
  })

  test('a stop while it is being taken leaves it free', async () => {
    const { store } = await storeForTest(kind)
    const first = contender(store, 'first')
    const starting = first.lease.start()
    await first.lease.stop()
    await starting
    expect(first.lease.isHeld).toBe(false)
    expect(first.events).toEqual([])
    const second = contender(store, 'second')
    await second.lease.start()
    expect(second.lease.isHeld).toBe(true)
  })
})

test('SQLite needs no renewal: the lock on the data folder stands for it', async () => {
  const { store } = await storeForTest('sqlite')
  const only = contender(store, 'only')
  await only.lease.start()
  await only.clock.advance(365 * 86_400_000)
  await only.lease.check()
  expect(only.events).toEqual(['gained'])
  const { expires_at_ms } = await store.db.selectFrom('leases').select('expires_at_ms').executeTakeFirstOrThrow()
  expect(expires_at_ms).toBeGreaterThan(Date.now() + 10 * 365 * 86_400_000)
})

test('on SQLite a restart takes over from the run before it, however that ended', async () => {
  const { store } = await storeForTest('sqlite')
  await contender(store, 'killed').lease.start()
  const restarted = contender(store, 'restarted')
  await restarted.lease.start()
  expect(restarted.lease.isHeld).toBe(true)
})

describe.runIf(storeKinds.includes('postgres'))('several on one PostgreSQL', () => {
  test('of many that try at once, one takes it', async () => {
    const { store } = await storeForTest('postgres')
    const many = Array.from({ length: 6 }, (_, number) => contender(store, `number ${number}`))
    await Promise.all(many.map(({ lease }) => lease.start()))
    expect(many.filter(({ lease }) => lease.isHeld)).toHaveLength(1)
    expect(await fenceOf(store)).toBe(1)
  })

  test('another waits while it is renewed, and takes over when it expires', async () => {
    const { store } = await storeForTest('postgres')
    const first = contender(store, 'first')
    await first.lease.start()
    const second = contender(store, 'second')
    await second.lease.start()
    expect(second.lease.isHeld).toBe(false)
    await turn(first, 'held')
    await turn(second, 'not held')
    await expire(store)
    await turn(second, 'held')
    expect(await fenceOf(store)).toBe(2)
    await first.clock.advance(ttlMs / 3)
    await vi.waitFor(() => expect(first.events).toEqual(['gained', 'lost']), { timeout: 60_000 })
    expect(first.lease.isHeld).toBe(false)
  })

  test('a holder that cannot reach the database stops by itself when its time is up', async () => {
    const { store, again } = await storeForTest('postgres')
    const doomed = await again()
    const cut = contender(doomed, 'cut off')
    await cut.lease.start()
    await doomed.close()
    await cut.clock.advance(ttlMs - 1)
    expect(cut.lease.isHeld).toBe(true)
    await cut.clock.advance(1)
    expect(cut.lease.isHeld).toBe(false)
    expect(cut.events.filter((event) => !event.startsWith('error'))).toEqual(['gained', 'lost'])
    expect(await leaseHolder(store.db)).toBe('cut off')
  })

  test('a holder that lost sight of its own lease takes it again without waiting', async () => {
    const { store } = await storeForTest('postgres')
    const paused = contender(store, 'paused')
    await paused.lease.start()
    // All its timers are due at once, as after a pause.
    await paused.clock.advance(ttlMs)
    await vi.waitFor(() => paused.clock.advance(ttlMs / 3).then(() => expect(paused.events).toHaveLength(3)), {
      timeout: ttlMs / 2,
    })
    expect(paused.events).toEqual(['gained', 'lost', 'gained'])
    expect(await fenceOf(store)).toBe(2)
    await paused.lease.check()
  })

  test('nobody takes over while a transaction holds it', async () => {
    const { store } = await storeForTest('postgres')
    const holder = contender(store, 'holder')
    await holder.lease.start()
    await expire(store)
    const order: string[] = []
    let taking: Promise<void> | undefined
    await store.db.transaction().execute(async (trx) => {
      await holder.lease.hold(trx)
      taking = contender(store, 'taker')
        .lease.start()
        .then(() => void order.push('taken'))
      await sql`select pg_sleep(0.2)`.execute(trx)
      order.push('committed')
    })
    await taking
    expect(order).toEqual(['committed', 'taken'])
  })

  test('a renewal under way does not take back what a stop gives back', async () => {
    const { store } = await storeForTest('postgres')
    for (let times = 0; times < 20; times++) {
      const first = contender(store, `first ${times}`)
      await first.lease.start()
      const renewing = first.clock.advance(ttlMs / 3)
      await settled()
      await first.lease.stop()
      await renewing
      const second = contender(store, `second ${times}`)
      await second.lease.start()
      expect(second.lease.isHeld).toBe(true)
      await second.lease.stop()
    }
  })
})
