// Accounts at certificate authorities, and how far the certificate of each host is.
import type { Kysely } from 'kysely'

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('acme_accounts')
    .addColumn('directory_url', 'text', (c) => c.primaryKey())
    .addColumn('key_sealed', 'text', (c) => c.notNull())
    .addColumn('account_url', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('acme_orders')
    .addColumn('host', 'text', (c) => c.primaryKey())
    .addColumn('directory_url', 'text', (c) => c.notNull())
    .addColumn('order_url', 'text')
    .addColumn('key_sealed', 'text')
    .addColumn('token', 'text')
    .addColumn('answer', 'text')
    .addColumn('wanted_now', 'integer', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('dns_waits', 'integer', (c) => c.notNull())
    .addColumn('message', 'text')
    .addColumn('next_attempt_at', 'text')
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
}
