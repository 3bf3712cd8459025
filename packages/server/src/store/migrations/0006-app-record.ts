// The rest of the app record: domains, log drains with how far they have sent, nodes, and what a look at the app found.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  for (const column of ['log_drain_sealed', 'next_restart_at', 'auto_rollback_episode'])
    await schema.alterTable('apps').addColumn(column, 'text').execute()

  // A domain leads to one app: the key says so for every writer at once.
  await schema
    .createTable('app_domains')
    .addColumn('domain', 'text', (c) => c.primaryKey())
    .addColumn('app', 'text', (c) => c.notNull().references('apps.name').onDelete('cascade'))
    .execute()
  await schema.createIndex('app_domains_by_app').on('app_domains').column('app').execute()

  await schema
    .createTable('log_drain_cursors')
    .addColumn('app', 'text', (c) => c.notNull().references('apps.name').onDelete('cascade'))
    .addColumn('container', 'text', (c) => c.notNull())
    .addColumn('sent_until', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('log_drain_cursors_key', ['app', 'container'])
    .execute()

  await schema
    .createTable('nodes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
}
