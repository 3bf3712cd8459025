// What happened to each app, for its event log and for change timelines.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('app_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('app', 'text', (c) => c.notNull().references('apps.name').onDelete('cascade'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('actor_kind', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('deploy_id', 'text')
    .execute()
  await schema.createIndex('app_events_by_app').on('app_events').columns(['app', 'at', 'id']).execute()
  await schema.createIndex('app_events_by_time').on('app_events').column('at').execute()
}
