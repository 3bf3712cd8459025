// Which replicas the ingress leads to: as they are ready, already before their deploy is current, or no longer.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('replicas')
    .addColumn('traffic', 'text', (c) => c.notNull().defaultTo('auto'))
    .execute()
  await db.schema.alterTable('replicas').addColumn('port', 'integer').execute()
}
