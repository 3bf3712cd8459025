// Networks without a way out, each with its part of the subnet for them, and which replica is in which.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('app_networks')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('subnet', 'text', (c) => c.notNull().unique())
    .execute()
  await db.schema.alterTable('replicas').addColumn('network', 'text').execute()
}
