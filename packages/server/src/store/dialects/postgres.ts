// PostgreSQL, for when one machine is outgrown: the same queries, wakes by LISTEN/NOTIFY, several control planes.
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Secret } from '../../lib/secret.ts'
import { sharedLook } from '../../lib/shared-look.ts'
import { type MigrateOptions, migrate } from '../migrate.ts'
import type { Channel, Store } from '../store.ts'
import type { Tables } from '../tables.ts'
import { triggerParts } from '../watched-tables.ts'
import { OneWriterDialect } from './one-writer.ts'

export interface PostgresOptions {
  url: Secret
  now: Date
  migrations?: MigrateOptions['migrations']
  onError: (error: Error) => void
}

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
    // Nobody who was stopped in the middle of a transaction keeps the others from theirs.
    idle_in_transaction_session_timeout: 5000,
    types: {
      getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
    },
  })
  pool.on('error', options.onError)
  // One that breaks in the middle of a transaction says so itself, and unheard that would end the process.
  pool.on('connect', (client) => void client.on('error', options.onError))
  const db = new Kysely<Tables>({ dialect: new OneWriterDialect({ pool }) })
  try {
    const schemaVersion = await migrate(db as unknown as Kysely<unknown>, {
      now: options.now,
      ...(options.migrations ? { migrations: options.migrations } : {}),
    })
    return postgresStore(db, pool, options, schemaVersion)
  } catch (error) {
    await db.destroy()
    throw error
  }
}

function postgresStore(db: Kysely<Tables>, pool: pg.Pool, options: PostgresOptions, schemaVersion: number): Store {
  let listener: pg.Client | undefined
  /** The listener while it is connected. It has nothing else to do, so looks are cheapest there. */
  let hearing: pg.Client | undefined
  let isClosed = false
  const hearers: { channel: Channel; hear: (payload: string) => void; missed: () => void }[] = []

  async function listenAgain(isFirst: boolean): Promise<void> {
    if (isClosed) return
    const client = new pg.Client({
      connectionString: options.url.reveal(),
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      query_timeout: 35_000,
    })
    let isOver = false
    const over = (error?: Error) => {
      if (error) options.onError(error)
      if (hearing === client) hearing = undefined
      if (!isOver && !isClosed) setTimeout(() => void listenAgain(false), listenAgainMs).unref()
      isOver = true
    }
    client.on('notification', ({ channel, payload }) => {
      for (const hearer of hearers) if (channel === `levelrail_${hearer.channel}`) hearer.hear(payload ?? '')
    })
    client.on('error', over)
    client.on('end', () => over())
    listener = client
    try {
      await client.connect()
      await client.query('listen levelrail_wake; listen levelrail_change')
      if (!isOver) hearing = client
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
    generation: sharedLook(() => readSnapshot(hearing ?? pool)),
    async notify(_, payload) {
      await sql`select pg_notify('levelrail_wake', ${payload})`.execute(db)
    },
    async listen(channel, hear, missed) {
      if (channel === 'change') await tellChanges(db)
      hearers.push({ channel, hear, missed })
      if (!listener) await listenAgain(true)
    },
    async close() {
      isClosed = true
      await listener?.end().catch(() => {})
      await db.destroy()
    },
  }
}

/** Makes the triggers that tell every write; a notification of PostgreSQL is sent at the commit, and once. */
async function tellChanges(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create or replace function levelrail_tell() returns trigger language plpgsql as $$
      begin
        perform pg_notify('levelrail_change',
          tg_argv[0] || coalesce(to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[1], ''));
        return null;
      end $$`.execute(trx)
    for (const { trigger, event, table, kind, name } of triggerParts())
      await sql`create or replace trigger ${sql.ref(trigger)} after ${sql.raw(event)} on ${sql.table(table)}
        for each row execute function levelrail_tell(${sql.lit(kind)}, ${sql.lit(name)})`.execute(trx)
  })
}

/** Two snapshots of one name see the same transactions, whichever control plane committed them, so the same rows. */
async function readSnapshot(connection: pg.Client | pg.Pool): Promise<string> {
  const { rows } = await connection.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  return rows[0]?.snapshot ?? ''
}
