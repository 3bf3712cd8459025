// Which image a deploy runs, apart from the digest that its registry knows it by, and which images deploys pulled.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('deploys').addColumn('image_id', 'text').execute()
  await sql`update deploys set image_id = digest where outcome <> 'in_progress'`.execute(db)

  await schema
    .createTable('pulled_images')
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('image_id', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('pulled_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('pulled_images_key', ['node_id', 'image_id', 'reference'])
    .execute()
}
