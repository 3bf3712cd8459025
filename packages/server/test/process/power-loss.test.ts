// Power loss: kill -9 leaves the page cache, a power cut does not. So what is in the files, and synced, at the moment
// of the acknowledgement must be enough. Rulings 23.

import { randomBytes, randomInt } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { adminEnv, type Credential, signIn, succeed } from '../support/admin-api.ts'
import { serverForTest } from '../support/for-test.ts'
import type { RunningServer } from '../support/server.ts'
import { storeForTest } from '../support/stores.ts'
import { traceAnswers, whyNoTracing } from '../support/sync-trace.ts'

const writes = 25
const careless = join(import.meta.dirname, '../support/careless-sqlite.ts')
const noTracing = whyNoTracing()

test('SQLite is told to sync at every commit', async () => {
  const { store } = await storeForTest('sqlite')
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(store.db)
  expect(rows).toEqual([{ synchronous: 2 }])
})

describe.skipIf(noTracing !== undefined)(`traced${noTracing ? ` (not here: ${noTracing})` : ''}`, () => {
  test('no write is acknowledged before the log that holds it is synced', async () => {
    const server = await serverForTest({ env: adminEnv })
    const session = await signIn(server.url)
    const answers = await traceAnswers(server.pid, () => makeTokens(server, session))
    expect(answers).toHaveLength(writes)
    for (const { syncs, isUnsynced } of answers) {
      expect(syncs).toBeGreaterThan(0)
      expect(isUnsynced).toBe(false)
    }
  })

  test('the trace tells a server that does not sync', async () => {
    const server = await serverForTest({ env: adminEnv, imports: [careless] })
    const session = await signIn(server.url)
    const answers = await traceAnswers(server.pid, () => makeTokens(server, session))
    expect(answers.filter(({ isUnsynced }) => isUnsynced).length).toBeGreaterThan(writes / 2)
  })
})

describe('copied at acknowledgement', () => {
  test('the files hold every write that was acknowledged, whatever tail comes after it', async () => {
    const server = await serverForTest({ env: adminEnv })
    const session = await signIn(server.url)
    const state = join(server.dataDir, 'state.sqlite')
    const atAck: { name: string; copy: Copy; logBytes: number }[] = []
    for (let count = 1; count <= writes; count++) {
      const name = `token ${count}`
      await makeToken(server, session, name)
      atAck.push({ name, copy: copyOf(state), logBytes: statSync(`${state}-wal`).size })
    }
    const names = atAck.map(({ name }) => name)
    const last = readFileSync(`${state}-wal`)
    for (const [index, { copy, logBytes }] of atAck.entries()) {
      const expected = names.slice(0, index + 1)
      expect(tokensIn(copyOf(copy.state))).toEqual(expected)
      // A write that had begun, cut anywhere.
      const cut = copyOf(copy.state)
      writeFileSync(`${cut.state}-wal`, last.subarray(0, randomInt(logBytes, last.length + 1)))
      expect(tokensIn(cut).slice(0, expected.length)).toEqual(expected)
      // Blocks that never were written hold whatever was there before.
      const garbled = copyOf(copy.state)
      writeFileSync(`${garbled.state}-wal`, Buffer.concat([readFileSync(`${copy.state}-wal`), randomBytes(5000)]))
      expect(tokensIn(garbled)).toEqual(expected)
    }
  })

  test('a log that is cut into the last write loses that write alone, and whole', async () => {
    const server = await serverForTest({ env: adminEnv })
    const session = await signIn(server.url)
    const state = join(server.dataDir, 'state.sqlite')
    await makeToken(server, session, 'whole')
    const before = statSync(`${state}-wal`).size
    await makeToken(server, session, 'cut')
    const after = statSync(`${state}-wal`).size
    const cut = copyOf(state)
    truncateSync(`${cut.state}-wal`, randomInt(before, Math.min(after, before + 4096)))
    expect(tokensIn(cut)).toEqual(['whole'])
  })
})

interface Copy {
  state: string
}

/** The database and its log as they are in the file system now; the shared memory file is lost with the power. */
function copyOf(state: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-power-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const copy = { state: join(folder, 'state.sqlite') }
  copyFileSync(state, copy.state)
  copyFileSync(`${state}-wal`, `${copy.state}-wal`)
  return copy
}

/** After recovery: opening the copy replays its log. A token counts with its audit row only. */
function tokensIn({ state }: Copy): string[] {
  const database = new DatabaseSync(state)
  try {
    expect(database.prepare('pragma integrity_check').get()?.integrity_check).toBe('ok')
    const query = `select name from tokens join audit_log on resource = 'tokens/' || tokens.id order by tokens.rowid`
    const names = database
      .prepare(query)
      .all()
      .map(({ name }) => String(name))
    expect(names).toHaveLength(Number(database.prepare('select count(*) as n from tokens').get()?.n))
    return names
  } finally {
    database.close()
  }
}

async function makeTokens(server: RunningServer, session: Credential): Promise<void> {
  for (let count = 1; count <= writes; count++) await makeToken(server, session, `token ${count}`)
}

async function makeToken({ url }: RunningServer, session: Credential, name: string): Promise<void> {
  await succeed(url, session, 'POST', '/api/v1/auth/tokens', { name, abilities: ['read'] })
}
