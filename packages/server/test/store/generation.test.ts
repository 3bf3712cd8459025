// The generation names all that is committed: answers are kept by it, so it must move with every write, on both
// databases, and with those of another control plane where there can be one.
import { describe, expect, test } from 'vitest'
import type { Db, Store } from '../../src/store/store.ts'
import { storeForTest, storeKinds } from '../support/stores.ts'

async function storeWithRow(kind: Store['kind']) {
  const opened = await storeForTest(kind)
  const row = { id: 1, instance_id: 'one', created_at: '2029-01-01T00:00:00.000Z' }
  await opened.store.db.insertInto('instance').values(row).execute()
  return opened
}

const write = (db: Db, at: string) => db.updateTable('instance').set({ created_at: at }).execute()

/** PostgreSQL's own housekeeping may move it too, which costs a kept answer and nothing else. */
async function holdsStill(store: Store): Promise<void> {
  const look = async () => {
    const first = await store.generation()
    return first === (await store.generation())
  }
  await expect.poll(look).toBe(true)
}

describe.each(storeKinds)('%s', (kind) => {
  test('it stays while nothing is written, and moves with a write', async () => {
    const { store } = await storeWithRow(kind)
    await holdsStill(store)
    const before = await store.generation()
    await write(store.db, '2030-01-01T00:00:00.000Z')
    expect(await store.generation()).not.toBe(before)
    await holdsStill(store)
  })
})

describe.runIf(storeKinds.includes('postgres'))('two control planes', () => {
  test('the one knows at once what the other committed, and nothing of what it did not', async () => {
    const { store, again } = await storeWithRow('postgres')
    const other = await again()
    const seen = async () => ({
      generation: await store.generation(),
      at: (await store.db.selectFrom('instance').select('created_at').executeTakeFirst())?.created_at,
    })
    for (let round = 0; round < 50; round++) {
      const at = new Date(Date.UTC(2031, 0) + round).toISOString()
      const before = await seen()
      await other.db.transaction().execute(async (trx) => {
        await write(trx, at)
        expect((await seen()).at).toBe(before.at)
      })
      const after = await seen()
      expect(after.at).toBe(at)
      expect(after.generation).not.toBe(before.generation)
    }
  })
})
