// Certificates of the ingress, the internal authority that signs some of them, and the options of domains.
import { type Kysely, sql } from 'kysely'

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('certificates')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('hosts', 'text', (c) => c.notNull())
    .addColumn('chain_pem', 'text')
    .addColumn('key_sealed', 'text')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('not_before', 'text')
    .addColumn('not_after', 'text')
    .addColumn('fingerprint', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('certificates_by_fingerprint').on('certificates').column('fingerprint').unique().execute()
  // A renewal takes the place of what it renews. Uploads stand side by side.
  await schema
    .createIndex('certificates_by_hosts')
    .on('certificates')
    .columns(['owner', 'hosts'])
    .unique()
    .where(sql.ref('owner'), '!=', 'custom')
    .execute()

  await schema
    .createTable('certificate_authority')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('certificate_pem', 'text', (c) => c.notNull())
    .addColumn('key_sealed', 'text', (c) => c.notNull())
    .addColumn('not_after', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()

  await schema.alterTable('app_domains').addColumn('port', 'integer').execute()
  await schema.alterTable('app_domains').addColumn('redirect_to', 'text').execute()
  await schema
    .alterTable('app_domains')
    .addColumn('http', 'text', (c) => c.notNull().defaultTo('auto'))
    .execute()
  await schema
    .alterTable('app_domains')
    .addColumn('hsts_seconds', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('app_domains')
    .addColumn('tls', 'text', (c) => c.notNull().defaultTo('auto'))
    .execute()
}
