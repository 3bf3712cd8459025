// Rules of apps at the ingress. What is not there does nothing.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('app_rules')
    .addColumn('app', 'text', (c) => c.primaryKey().references('apps.name').onDelete('cascade'))
    .addColumn('rules', 'text', (c) => c.notNull())
    .addColumn('auth_key_sealed', 'text')
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
}
