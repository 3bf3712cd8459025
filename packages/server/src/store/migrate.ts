// Brings a database to the newest schema: all in one transaction, after a copy, and never backwards.
import { type Kysely, sql } from 'kysely'
import { failpoint } from '../lib/failpoint.ts'
import { allMigrations, type Migration } from './all-migrations.ts'

export class NewerSchema extends Error {
  constructor(found: number, known: number) {
    super(
      `the database is at schema ${found}, but this version of Levelrail knows only up to ${known}: ` +
        'start the newer version again, or restore the copy that was made before it migrated',
    )
    this.name = 'NewerSchema'
  }
}

export interface MigrateOptions {
  migrations?: Migration[]
  now: Date
  /** Called before anything changes on a database that has content. */
  copyBefore?: (from: number) => Promise<void>
}

/** Returns the schema number that the database now has. */
export async function migrate(db: Kysely<unknown>, options: MigrateOptions): Promise<number> {
  const migrations = options.migrations ?? allMigrations
  const newest = Math.max(0, ...migrations.map(({ number }) => number))
  const before = await appliedNumber(db)
  if (before > newest) throw new NewerSchema(before, newest)
  if (before === newest) return newest
  if (before > 0) await options.copyBefore?.(before)
  await failpoint('migrate.copied')

  await db.transaction().execute(async (trx) => {
    await sql`create table if not exists schema_migrations (number integer primary key, name text not null, applied_at text not null)`.execute(
      trx,
    )
    const applied = await appliedNumber(trx)
    for (const migration of migrations.filter(({ number }) => number > applied)) {
      await migration.up(trx)
      await sql`insert into schema_migrations (number, name, applied_at)
        values (${migration.number}, ${migration.name}, ${options.now.toISOString()})`.execute(trx)
      await failpoint('migrate.applied')
    }
  })
  return newest
}

async function appliedNumber(db: Kysely<unknown>): Promise<number> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'schema_migrations')) return 0
  const { rows } = await sql<{ newest: number | null }>`select max(number) as newest from schema_migrations`.execute(db)
  return Number(rows[0]?.newest ?? 0)
}
