// Both databases, real, for tests that must hold on either: `describe.each(storeKinds)`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { Secret } from '../../src/lib/secret.ts'
import type { Migration } from '../../src/store/all-migrations.ts'
import { openPostgres } from '../../src/store/dialects/postgres.ts'
import { openSqlite } from '../../src/store/dialects/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

/** In `npm run test:fast`. */
export const isFast = process.env.LEVELRAIL_TEST_FAST !== undefined

/** The fast run leaves PostgreSQL out; the whole run never does. */
export const storeKinds: Store['kind'][] = isFast ? ['sqlite'] : ['sqlite', 'postgres']

let cluster: Promise<TestPostgres> | undefined

export function postgresForTests(): Promise<TestPostgres> {
  cluster ??= startPostgres()
  return cluster
}

afterAll(async () => {
  const started = cluster
  cluster = undefined
  await (await started)?.stop()
})

export interface StoreForTest {
  store: Store
  /** Opens the same database once more, as a restart would. */
  again(migrations?: Migration[]): Promise<Store>
  dataDir: string
}

export async function storeForTest(kind: Store['kind'], migrations?: Migration[]): Promise<StoreForTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-store-'))
  const url = kind === 'postgres' ? new Secret(await (await postgresForTests()).newDatabase()) : undefined
  const opened: Store[] = []
  const open = async (use?: Migration[]) => {
    const common = { now: new Date(), ...(use ? { migrations: use } : {}) }
    const store = url
      ? await openPostgres({ url, onError: () => {}, ...common })
      : await openSqlite({ dataDir, exclusive: false, ...common })
    opened.push(store)
    return store
  }
  onTestFinished(async () => {
    for (const store of opened) await store.close().catch(() => {})
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { store: await open(migrations), again: open, dataDir }
}
