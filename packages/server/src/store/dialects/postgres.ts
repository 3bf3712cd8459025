// PostgreSQL, for when one machine is outgrown: the same queries, wakes by LISTEN/NOTIFY, several control planes.
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Secret } from '../../lib/secret.ts'
import { type MigrateOptions, migrate } from '../migrate.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'

export interface PostgresOptions {
  url: Secret
  now: Date
  migrations?: MigrateOptions['migrations']
  onError: (error: Error) => void
}

const migrationLock = 7_165_021

export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: options.url.reveal(),
    max: 8,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    // The server cannot end a query when it is the server that does not answer.
    query_timeout: 35_000,
    types: {
      getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
    },
  })
  pool.on('error', options.onError)
  // One that breaks in the middle of a transaction says so itself, and unheard that would end the process.
  pool.on('connect', (client) => void client.on('error', options.onError))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    const schemaVersion = await migrate(db as unknown as Kysely<unknown>, {
      now: options.now,
      ...(options.migrations ? { migrations: options.migrations } : {}),
      lock: async (trx) => void (await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx)),
    })
    return postgresStore(db, options, schemaVersion)
  } catch (error) {
    await db.destroy()
    throw error
  }
}

function postgresStore(db: Kysely<Tables>, options: PostgresOptions, schemaVersion: number): Store {
  let listener: pg.Client | undefined
  let isClosed = false
  const hearers: ((payload: string) => void)[] = []

  async function listenAgain(): Promise<void> {
    if (isClosed) return
    const client = new pg.Client({
      connectionString: options.url.reveal(),
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    client.on('notification', ({ payload }) => hearers.forEach((hear) => void hear(payload ?? '')))
    client.on('error', options.onError)
    client.on('end', () => setTimeout(() => void listenAgain(), 1000).unref())
    listener = client
    await client.connect().catch(options.onError)
    await client.query('listen levelrail_wake').catch(options.onError)
  }

  return {
    kind: 'postgres',
    db,
    schemaVersion,
    isShared: true,
    nowMs: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    generation: () => undefined,
    async notify(_, payload) {
      await sql`select pg_notify('levelrail_wake', ${payload})`.execute(db)
    },
    async listen(_, hear) {
      hearers.push(hear)
      if (!listener) await listenAgain()
    },
    async close() {
      isClosed = true
      await listener?.end()
      await db.destroy()
    },
  }
}
