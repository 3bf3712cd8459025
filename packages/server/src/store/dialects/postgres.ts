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
const listenAgainMs = 1000

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
  const hearers: { hear: (payload: string) => void; missed: () => void }[] = []

  async function listenAgain(isFirst: boolean): Promise<void> {
    if (isClosed) return
    const client = new pg.Client({
      connectionString: options.url.reveal(),
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    let isOver = false
    const over = (error?: Error) => {
      if (error) options.onError(error)
      if (!isOver && !isClosed) setTimeout(() => void listenAgain(false), listenAgainMs).unref()
      isOver = true
    }
    client.on('notification', ({ payload }) => {
      for (const { hear } of hearers) hear(payload ?? '')
    })
    client.on('error', over)
    client.on('end', () => over())
    listener = client
    try {
      await client.connect()
      await client.query('listen levelrail_wake')
      if (!isFirst) for (const { missed } of hearers) missed()
    } catch (error) {
      over(error instanceof Error ? error : new Error(String(error)))
    }
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
    async listen(_, hear, missed) {
      hearers.push({ hear, missed })
      if (!listener) await listenAgain(true)
    },
    async close() {
      isClosed = true
      await listener?.end().catch(() => {})
      await db.destroy()
    },
  }
}
