// Transactions run one after the other on both databases, so that what one has read is so until it commits.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db, Store } from '../../src/store/store.ts'
import { storeForTest, storeKinds } from '../support/stores.ts'

const count = 20

async function storeWithNumber(kind: Store['kind']) {
  const opened = await storeForTest(kind)
  await opened.store.db.insertInto('instance').values({ id: 1, instance_id: 'one', created_at: '0' }).execute()
  return opened
}

const read = async (db: Db) =>
  Number((await db.selectFrom('instance').select('created_at').executeTakeFirstOrThrow()).created_at)

/** Reads and then writes what it read and one more, as every change of a stored object does. */
const addOne = (db: Db) =>
  db.transaction().execute(async (trx) => {
    const now = await read(trx)
    await trx
      .updateTable('instance')
      .set({ created_at: String(now + 1) })
      .execute()
  })

describe.each(storeKinds)('%s', (kind) => {
  test('changes at the same time lose nothing of each other', async () => {
    const { store } = await storeWithNumber(kind)
    await Promise.all(Array.from({ length: count }, () => addOne(store.db)))
    expect(await read(store.db)).toBe(count)
  })
})

describe.runIf(storeKinds.includes('postgres'))('two control planes', () => {
  test('changes at the same time lose nothing of each other', async () => {
    const { store, again } = await storeWithNumber('postgres')
    const both = [store, await again()]
    await Promise.all(both.flatMap(({ db }) => Array.from({ length: count }, () => addOne(db))))
    expect(await read(store.db)).toBe(2 * count)
  })

  test('a turn that is waited for in vain leaves nothing behind', async () => {
    const { store, again } = await storeWithNumber('postgres')
    const other = await again()
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const first = store.db.transaction().execute(async () => {
      begun.resolve()
      await goOn.promise
    })
    await begun.promise
    const waiting = expect(addOne(other.db)).rejects.toThrow('canceling statement')
    const cancelWaiting = () =>
      sql<{ cancelled: boolean }>`select pg_cancel_backend(pid) as cancelled from pg_stat_activity
        where wait_event = 'advisory' and datname = current_database()`.execute(store.db)
    await expect.poll(async () => (await cancelWaiting()).rows.length).toBe(1)
    await waiting
    goOn.resolve()
    await first
    await addOne(other.db)
    expect(await read(other.db)).toBe(1)
  })

  test('one that stops in the middle of a change does not keep the other from its own', async () => {
    const { store, again } = await storeWithNumber('postgres')
    const other = await again()
    const goOn = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const stopped = other.db.transaction().execute(async (trx) => {
      await trx.updateTable('instance').set({ created_at: '100' }).execute()
      begun.resolve()
      await goOn.promise
      await trx.updateTable('instance').set({ created_at: '101' }).execute()
    })
    const refused = expect(stopped).rejects.toThrow()
    await begun.promise
    await addOne(store.db)
    goOn.resolve()
    await refused
    expect(await read(store.db)).toBe(1)
  })
})
