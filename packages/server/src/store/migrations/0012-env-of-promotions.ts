// Whether a deploy brings variables of its own for the app, so that the record follows when it goes on.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deploys').addColumn('brings_env', 'integer').execute()
}
