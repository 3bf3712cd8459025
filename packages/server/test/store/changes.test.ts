// The store tells which watched rows were written, after the commit and only then, on both databases.
import { describe, expect, test, vi } from 'vitest'
import { watchedTables } from '../../src/store/watched-tables.ts'
import { storeForTest, storeKinds } from '../support/stores.ts'

const condition = { status: 'true', reason: 'R', message: '', since: '2026-01-01T00:00:00Z' }

describe.each(storeKinds)('on %s', (kind) => {
  test('writes are told by kind and name, and what was rolled back is not', async () => {
    const { store } = await storeForTest(kind)
    const told: string[] = []
    await store.listen(
      'change',
      (payload) => void told.push(payload),
      () => {},
    )
    const save = (subject: string) => ({ subject, type: 'Ready', ...condition })
    const undone = store.db.transaction().execute(async (trx) => {
      await trx.insertInto('conditions').values(save('app:undone')).execute()
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await store.db.transaction().execute(async (trx) => {
      await trx.insertInto('conditions').values(save('app:web')).execute()
      await trx.updateTable('conditions').set({ message: 'm' }).where('subject', '=', 'app:web').execute()
      if (kind === 'sqlite') expect(told).toEqual([])
    })
    await store.db.deleteFrom('conditions').where('subject', '=', 'app:web').execute()
    await store.db.insertInto('conditions').values(save('node:last')).execute()
    await vi.waitFor(() => expect(told.at(-1)).toBe('node:last'), { timeout: 60_000 })
    expect([...new Set(told)]).toEqual(['app:web', 'node:last'])
  })

  test('an update of a column that does not count is not told', async () => {
    const { store } = await storeForTest(kind)
    const told: string[] = []
    await store.listen(
      'change',
      (payload) => void told.push(payload),
      () => {},
    )
    const workflow = { kind: 'k', status: 'running', done: 0, undoing: 0, attempts: 0, state: '{}', error: null }
    const row = { id: 'w1', ...workflow, started_at: '2026-01-01T00:00:00Z', finished_at: null }
    await store.db.insertInto('workflows').values(row).execute()
    await store.db.updateTable('workflows').set({ attempts: 1 }).execute()
    await store.db
      .insertInto('workflows')
      .values({ ...row, id: 'w2' })
      .execute()
    await vi.waitFor(() => expect(told.at(-1)).toBe('workflow:w2'), { timeout: 60_000 })
    expect(told).toEqual(['workflow:w1', 'workflow:w2'])
  })

  test('every watched table can be listened to, again too', async () => {
    const { store, again } = await storeForTest(kind)
    const other = await again()
    for (const each of [store, other, store])
      await each.listen(
        'change',
        () => {},
        () => {},
      )
    for (const { table } of watchedTables) await store.db.deleteFrom(table).execute()
  })
})

test.runIf(storeKinds.includes('postgres'))('another control plane hears of it too', async () => {
  const { store, again } = await storeForTest('postgres')
  const told: string[] = []
  await (await again()).listen(
    'change',
    (payload) => void told.push(payload),
    () => {},
  )
  await store.db
    .insertInto('conditions')
    .values({ subject: 'app:web', type: 'Ready', ...condition })
    .execute()
  await vi.waitFor(() => expect(told).toEqual(['app:web']), { timeout: 60_000 })
})
