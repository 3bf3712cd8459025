// The share of requests that a deploy gets beside what serves.
import type { Kysely } from 'kysely'

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('deploys').addColumn('canary_weight', 'integer').execute()
}
