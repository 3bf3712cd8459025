// Organizations, projects, environments, the variables that they share, and the environment that a deploy took from all.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('organizations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('projects')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('org_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('projects_by_organization').on('projects').column('org_id').execute()
  await schema
    .createTable('environments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('protected', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('environments_by_project').on('environments').column('project_id').execute()
  // Ids tell the tiers apart, so the owner alone says which tier a variable is of.
  await schema
    .createTable('shared_variables')
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('value', 'text')
    .addColumn('value_sealed', 'text')
    .addPrimaryKeyConstraint('shared_variables_key', ['owner_id', 'key'])
    .execute()
  await schema.createIndex('apps_by_project').on('apps').column('project_id').execute()
  await schema.createIndex('apps_by_environment').on('apps').column('environment_id').execute()
  await schema.alterTable('deploys').addColumn('env', 'text').execute()
}
