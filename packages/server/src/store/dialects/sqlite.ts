// SQLite through node:sqlite: WAL with synchronous=FULL, so an acknowledged write survives a crash and a power cut.
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely'
import { type MigrateOptions, migrate } from '../migrate.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'
import { triggerParts } from '../watched-tables.ts'

export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(
      `another control plane runs on the data folder ${dataDir}: stop it first (npm run down), or set APP_DATA_DIR to another folder`,
    )
    this.name = 'DataDirInUse'
  }
}

export interface SqliteOptions {
  dataDir: string
  now: Date
  migrations?: MigrateOptions['migrations']
  /** False for a short tool beside a running control plane. */
  exclusive: boolean
}

export const stateFile = 'state.sqlite'
const copiesKept = 3
const statementsKept = 500
const lookEveryMs = 100

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const lock = options.exclusive ? lockDataDir(options.dataDir) : undefined
  const file = join(options.dataDir, stateFile)
  const database = new DatabaseSync(file)
  await chmod(file, 0o600)
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000; pragma cache_size = -4000',
  )
  const writes = new Writes(database)
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(database, writes) }) })
  try {
    const schemaVersion = await migrate(db as unknown as Kysely<unknown>, {
      now: options.now,
      ...(options.migrations ? { migrations: options.migrations } : {}),
      copyBefore: (from) => copyState(database, options.dataDir, from),
    })
    return sqliteStore(db, database, writes, schemaVersion, lock)
  } catch (error) {
    database.close()
    lock?.close()
    throw error
  }
}

function sqliteStore(
  db: Kysely<Tables>,
  database: DatabaseSync,
  writes: Writes,
  schemaVersion: number,
  lock: DatabaseSync | undefined,
): Store {
  const dataVersion = database.prepare('pragma data_version')
  const wakeHearers: ((payload: string) => void)[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  let others = 0
  return {
    kind: 'sqlite',
    db,
    schemaVersion,
    isShared: false,
    nowMs: sql<number>`cast((julianday('now') - 2440587.5) * 86400000 as integer)`,
    generation() {
      // Our own writes are counted; those of a tool beside us show in data_version, which is looked at now and then.
      const now = performance.now()
      if (now - lookedAt > lookEveryMs) {
        lookedAt = now
        others = Number(dataVersion.get()?.data_version ?? 0)
      }
      return writes.count * 4_294_967_296 + others
    },
    notify: async (_, payload) => wakeHearers.forEach((hear) => void hear(payload)),
    listen: async (channel, hear) => (channel === 'wake' ? void wakeHearers.push(hear) : writes.tell(hear)),
    async close() {
      await db.destroy()
      lock?.close()
    },
  }
}

/** The lock is SQLite's own on a file beside the state, so it ends with the process however that ends. */
function lockDataDir(dataDir: string): DatabaseSync {
  const lock = new DatabaseSync(join(dataDir, 'control-plane.lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch {
    lock.close()
    throw new DataDirInUse(dataDir)
  }
}

async function copyState(database: DatabaseSync, dataDir: string, from: number): Promise<void> {
  const copies = join(dataDir, 'before-migration')
  await mkdir(copies, { recursive: true, mode: 0o700 })
  const name = `state-at-schema-${String(from).padStart(4, '0')}.sqlite`
  database.exec('pragma wal_checkpoint(truncate)')
  const partial = join(copies, `${name}.partial`)
  await copyFile(join(dataDir, stateFile), partial)
  await flush(partial)
  await rename(partial, join(copies, name))
  await flush(copies)
  const old = (await readdir(copies))
    .filter((file) => file.endsWith('.sqlite'))
    .sort()
    .slice(0, -copiesKept)
  for (const file of old) await rm(join(copies, file))
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}

export function stateExists(dataDir: string): boolean {
  return existsSync(join(dataDir, stateFile))
}

/** Counts our own writes, and tells which rows they touched once they are committed. The triggers are this
 *  connection's own, so a tool beside us neither has nor needs them. */
class Writes {
  count = 0
  readonly #database: DatabaseSync
  readonly #touched = new Set<string>()
  readonly #hearers: ((payload: string) => void)[] = []

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  tell(hear: (payload: string) => void): void {
    this.#hearers.push(hear)
    if (this.#hearers.length > 1) return
    this.#database.function('levelrail_tell', (kind, name) => {
      this.#touched.add(`${kind}${name}`)
      return null
    })
    for (const { trigger, event, table, kind, name, row } of triggerParts())
      this.#database.exec(
        `create temp trigger ${trigger} after ${event} on ${table} begin select levelrail_tell('${kind}', ${row}.${name}); end`,
      )
  }

  happened(query: string): void {
    this.count++
    if (this.#touched.size === 0 || this.#database.isTransaction) return
    const told = /^\s*rollback\b/i.test(query) ? [] : [...this.#touched]
    this.#touched.clear()
    for (const payload of told) for (const hear of this.#hearers) hear(payload)
  }
}

/** What Kysely expects of a SQLite driver, over node:sqlite, with prepared statements kept. */
function adapt(database: DatabaseSync, writes: Writes): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(query) {
      const known = kept.get(query)
      if (known) return known
      const statement = adaptStatement(database.prepare(query), query, writes)
      if (kept.size >= statementsKept) kept.clear()
      kept.set(query, statement)
      return statement
    },
  }
}

function adaptStatement(statement: StatementSync, query: string, writes: Writes): SqliteStatement {
  const isRead = /^\s*select\b/i.test(query)
  const counted = <T>(result: T): T => {
    if (!isRead) writes.happened(query)
    return result
  }
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => counted(statement.all(...(parameters as SQLInputValue[]))),
    run: (parameters) => counted(statement.run(...(parameters as SQLInputValue[]))),
    iterate: (parameters) => counted(statement.iterate(...(parameters as SQLInputValue[]))),
  }
}
