// Migrations on both databases: forward, all or nothing, a copy first, and never backwards.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allMigrations, type Migration } from '../../src/store/all-migrations.ts'
import { storeForTest, storeKinds } from '../support/stores.ts'

const addColumn: Migration = {
  number: 1000,
  name: 'a-later-one',
  up: async (db) => void (await sql`alter table instance add column note text`.execute(db)),
}
const breaks: Migration = {
  number: 1001,
  name: 'breaks-half-way',
  async up(db) {
    await sql`create table half (id integer)`.execute(db)
    await sql`insert into no_such_table values (1)`.execute(db)
  },
}

describe.each(storeKinds)('%s', (kind) => {
  test('a fresh database gets every migration, a second start none', async () => {
    const { store, again } = await storeForTest(kind)
    expect(store.schemaVersion).toBe(allMigrations.at(-1)?.number)
    const second = await again()
    const { rows } = await sql<{ n: number }>`select count(*) as n from schema_migrations`.execute(second.db)
    expect(Number(rows[0]?.n)).toBe(allMigrations.length)
  })

  test('a newer schema is refused with what to do', async () => {
    const { again } = await storeForTest(kind, [...allMigrations, addColumn])
    await expect(again(allMigrations)).rejects.toThrow(
      'the database is at schema 1000, but this version of Levelrail knows only up to',
    )
  })

  test('a migration that breaks leaves everything as it was', async () => {
    const { store, again } = await storeForTest(kind)
    await expect(again([...allMigrations, addColumn, breaks])).rejects.toThrow()
    const tables = await store.db.introspection.getTables()
    expect(tables.some(({ name }) => name === 'half')).toBe(false)
    expect((await again()).schemaVersion).toBe(allMigrations.at(-1)?.number)
  })

  test('two that start at once migrate once', async () => {
    const { again } = await storeForTest(kind, allMigrations.slice(0, 0))
    const both =
      kind === 'postgres'
        ? await Promise.all([again(allMigrations), again(allMigrations)])
        : [await again(allMigrations)]
    for (const store of both) expect(store.schemaVersion).toBe(allMigrations.at(-1)?.number)
  })
})

test('the SQLite file is copied before it is migrated, with what was in it', async () => {
  const { store, again, dataDir } = await storeForTest('sqlite')
  await store.db.insertInto('instance').values({ id: 1, instance_id: 'ins_before', created_at: '' }).execute()
  await again([...allMigrations, addColumn])
  const newest = String(allMigrations.at(-1)?.number).padStart(4, '0')
  const copy = join(dataDir, `before-migration/state-at-schema-${newest}.sqlite`)
  expect(existsSync(copy)).toBe(true)
  const opened = new DatabaseSync(copy, { readOnly: true })
  expect(opened.prepare('select instance_id from instance').get()?.instance_id).toBe('ins_before')
  opened.close()
})
