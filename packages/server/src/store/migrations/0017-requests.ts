// Requests as the ingress counted them: points of an app in three steps, its routes by the minute, what was last read
// of each process of the proxy, and when an app was last asked.
import type { Kysely } from 'kysely'

const buckets = ['5', '10', '25', '50', '100', '250', '500', '1000', '2500', '5000', '10000', 'inf']
const counters = [
  ...['1xx', '2xx', '3xx', '4xx', '5xx', 'upstream_errors', 'duration_ms'],
  ...buckets.map((bound) => `bucket_${bound}`),
].map((name) => `http_${name}`)

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  let points = schema
    .createTable('request_points')
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('step_seconds', 'integer', (c) => c.notNull())
    .addColumn('at_seconds', 'bigint', (c) => c.notNull())
    .addColumn('most', 'bigint', (c) => c.notNull())
  for (const counter of counters) points = points.addColumn(counter, 'bigint', (c) => c.notNull())
  await points.addPrimaryKeyConstraint('request_points_key', ['resource', 'step_seconds', 'at_seconds']).execute()
  await schema
    .createIndex('request_points_by_time')
    .on('request_points')
    .columns(['step_seconds', 'at_seconds'])
    .execute()

  await schema
    .createTable('request_routes')
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('at_seconds', 'bigint', (c) => c.notNull())
    .addColumn('route', 'text', (c) => c.notNull())
    .addColumn('requests', 'bigint', (c) => c.notNull())
    .addColumn('http_5xx', 'bigint', (c) => c.notNull())
    .addColumn('http_duration_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('request_routes_key', ['resource', 'at_seconds', 'route'])
    .execute()
  await schema.createIndex('request_routes_by_time').on('request_routes').column('at_seconds').execute()

  await schema
    .createTable('request_readings')
    .addColumn('worker', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('counters', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('request_readings_key', ['worker', 'key'])
    .execute()

  await schema
    .createTable('request_activity')
    .addColumn('app', 'text', (c) => c.primaryKey())
    .addColumn('counted_at', 'text', (c) => c.notNull())
    .execute()
}
