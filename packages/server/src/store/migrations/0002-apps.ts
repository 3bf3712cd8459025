// Apps, their secrets, deploys with their logs, and the replicas with their addresses.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('apps')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('spec', 'text', (c) => c.notNull())
    .addColumn('running', 'text')
    .addColumn('running_env_sealed', 'text')
    .addColumn('current_deploy_id', 'text')
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('environment_id', 'text', (c) => c.notNull())
    .addColumn('suspended', 'integer', (c) => c.notNull())
    .addColumn('deleting', 'integer', (c) => c.notNull())
    .addColumn('restart_nonce', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()

  await schema
    .createTable('app_secrets')
    .addColumn('app', 'text', (c) => c.notNull().references('apps.name').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value_sealed', 'text', (c) => c.notNull())
    .addColumn('locked', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('app_secrets_key', ['app', 'name'])
    .execute()

  await schema
    .createTable('deploys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('app', 'text', (c) => c.notNull().references('apps.name').onDelete('cascade'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('image', 'text', (c) => c.notNull())
    .addColumn('digest', 'text')
    .addColumn('rollback_to', 'text')
    .addColumn('spec', 'text', (c) => c.notNull())
    .addColumn('env_sealed', 'text')
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('phases', 'text', (c) => c.notNull())
    .addColumn('failure', 'text')
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('requested_by', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  await schema.createIndex('deploys_by_app').on('deploys').columns(['app', 'started_at', 'id']).execute()
  await schema.createIndex('deploys_by_time').on('deploys').columns(['started_at', 'id']).execute()
  // One deploy of an app at a time is under way; a newer one supersedes it in the same transaction.
  await schema
    .createIndex('deploys_one_in_progress')
    .on('deploys')
    .column('app')
    .unique()
    .where(sql.ref('outcome'), '=', 'in_progress')
    .execute()

  await schema
    .createTable('deploy_log')
    .addColumn('deploy_id', 'text', (c) => c.notNull().references('deploys.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('deploy_log_key', ['deploy_id', 'seq'])
    .execute()

  await schema
    .createTable('replicas')
    .addColumn('container', 'text', (c) => c.primaryKey())
    .addColumn('app', 'text', (c) => c.notNull())
    .addColumn('deploy_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull().unique())
    .addColumn('resources', 'text', (c) => c.notNull())
    .addColumn('ready', 'integer', (c) => c.notNull())
    .execute()
  await schema.createIndex('replicas_by_app').on('replicas').column('app').execute()
}
