// Settings of the ingress: one row, made at the first change.
import type { Kysely } from 'kysely'

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('ingress_settings')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('primary_domain', 'text')
    .addColumn('public_https_port', 'integer', (c) => c.notNull())
    .addColumn('tls_terminated_upstream', 'integer', (c) => c.notNull())
    .addColumn('acme_enabled', 'integer', (c) => c.notNull())
    .addColumn('acme_email', 'text', (c) => c.notNull())
    .addColumn('acme_directory_url', 'text', (c) => c.notNull())
    .addColumn('acme_eab_key_id', 'text', (c) => c.notNull())
    .addColumn('acme_eab_hmac_key_sealed', 'text')
    .addColumn('acme_ca_certificate', 'text', (c) => c.notNull())
    .addColumn('public_addresses', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
}
