// Freeze windows, which approvals deploys need, and what a deploy is held by.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('deploys').addColumn('hold', 'text').execute()
  await schema.alterTable('deploys').addColumn('approval', 'text').execute()
  await schema.alterTable('deploys').addColumn('approval_state', 'text').execute()
  await schema.alterTable('deploys').addColumn('override_reason', 'text').execute()
  // One deploy of an app at a time is held; a newer one supersedes it in the same transaction.
  await schema
    .createIndex('deploys_one_held')
    .on('deploys')
    .column('app')
    .unique()
    .where(sql.ref('outcome'), '=', 'blocked')
    .execute()
  await schema
    .createIndex('deploys_with_approval')
    .on('deploys')
    .columns(['started_at', 'id'])
    .where(sql.ref('approval_state'), 'is not', null)
    .execute()

  await schema
    .createTable('freeze_windows')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('scope_id', 'text', (c) => c.notNull())
    .addColumn('starts_at', 'text')
    .addColumn('ends_at', 'text')
    .addColumn('schedule', 'text')
    .addColumn('duration', 'text')
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('approval_rules')
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('scope_id', 'text', (c) => c.notNull())
    .addColumn('required', 'integer', (c) => c.notNull())
    .addColumn('expires_after', 'text', (c) => c.notNull())
    .addColumn('updated_by', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('approval_rules_key', ['scope', 'scope_id'])
    .execute()
}
