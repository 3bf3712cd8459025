// Crash safety: kill -9 at random moments and at named places. The 1,000 kills are `npm run test:crash`.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { killUnderLoad } from '../crash/kill-load.ts'
import { findHalfWritten, findMissing, openState, readState, untilSettled } from '../crash/state-check.ts'
import { adminEnv, type Credential, send, signIn, succeed } from '../support/admin-api.ts'
import { serverForTest } from '../support/for-test.ts'
import { type RunningServer, runToEnd, startServer, testMasterKey } from '../support/server.ts'

const failpoints = join(import.meta.dirname, '../support/failpoints.ts')

/** Made once; every test works on a copy. */
const prepared = { dataDir: '', session: {} as Credential }

beforeAll(async () => {
  prepared.dataDir = mkdtempSync(join(tmpdir(), 'levelrail-crash-'))
  const server = await startServer({ dataDir: prepared.dataDir, env: adminEnv })
  prepared.session = await signIn(server.url)
  await server.stop()
})
afterAll(() => rmSync(prepared.dataDir, { recursive: true, force: true }))

test('30 kills at random moments under write load lose no acknowledged write', { timeout: 600_000 }, async () => {
  const { kills, acknowledged, lost, half_written } = await killUnderLoad(30)
  expect({ kills, lost, half_written }).toEqual({ kills: 30, lost: [], half_written: [] })
  expect(acknowledged).toBeGreaterThan(30)
})

test('the check sees what is lost, written by half, or stuck', async () => {
  const { dataDir, session } = preparedFolder()
  const server = await serverForTest({ dataDir })
  const { body, requestId } = await makeToken(server, session, 'kept')
  await server.stop()
  const state = new DatabaseSync(join(dataDir, 'state.sqlite'))
  onTestFinished(() => state.close())
  const ledger = {
    tokens: new Map([[body.id, { name: 'kept', isRevoked: true }]]),
    users: new Map([['usr_lost', 'lost@example.com']]),
    requests: new Set([requestId, 'req_lost']),
  }
  expect(findMissing(ledger, readState(state))).toEqual([
    'revocation of token kept',
    'user lost@example.com',
    '0 audit rows instead of 1 of req_lost',
  ])
  expect(findHalfWritten(state, '')).toEqual([])
  state.exec(`delete from audit_log where resource = 'tokens/${body.id}'`)
  expect(findHalfWritten(state, '')).toEqual([`tokens without audit row: ${body.id}`])
  state.exec("update signing_keys set state = 'next'")
  expect(await untilSettled(state)).toEqual(['signing keys in states next'])
})

describe('killed at a named place', () => {
  test('before the commit: the write was not acknowledged and is not there', async () => {
    const { dataDir, session } = preparedFolder()
    const { attempt, state } = await writeInto(dataDir, session, 'http.before-commit')
    expect(attempt).toBe('no answer')
    expect(tokensNamed(state, 'in the balance')).toBe(0)
    expect(auditedTokens(state)).toBe(0)
    expect(findHalfWritten(state, '')).toEqual([])
  })

  test('after the commit: the write is there with its audit row, though nobody was told', async () => {
    const { dataDir, session } = preparedFolder()
    const { attempt, state } = await writeInto(dataDir, session, 'http.after-commit')
    expect(attempt).toBe('no answer')
    expect(tokensNamed(state, 'in the balance')).toBe(1)
    expect(auditedTokens(state)).toBe(1)
    expect(findHalfWritten(state, '')).toEqual([])
  })

  test.each(['migrate.copied', 'migrate.applied'])(
    '%s: the next start migrates as if nothing had been',
    async (place) => {
      const dataDir = temporaryFolder()
      const code = await startAndDie(dataDir, place)
      expect(code).toBeNull()
      const server = await serverForTest({ dataDir, env: adminEnv })
      const session = await signIn(server.url)
      expect((await makeToken(server, session, 'after')).status).toBe(201)
    },
  )

  const rotation = 'workflow.rotate-signing-key'
  const places = ['publish.before', 'publish.ran', 'saved', 'activate.before', 'activate.ran', 'saved:2', 'saved:3']
  test.each(places)('%s: a rotation of the signing key settles by itself', async (place) => {
    const { dataDir, session } = preparedFolder()
    const dying = await startWith(dataDir, `${rotation}.${place}`)
    await send(dying.url, session, 'POST', '/api/v1/system/signing-keys/rotate').catch(() => {})
    expect(await dying.ended).toBeNull()

    const restarted = await serverForTest({ dataDir })
    const state = openState(dataDir)
    onTestFinished(() => state.close())
    expect(await untilSettled(state)).toEqual([])
    const [workflow] = state.prepare('select status, error from workflows').all()
    expect(workflow).toMatchObject({ status: 'succeeded', error: null })
    const { body } = await succeed<{ state: string }[]>(restarted.url, session, 'GET', '/api/v1/system/signing-keys')
    expect(body.map((key) => key.state)).toEqual(['active', 'retiring'])
  })
})

function temporaryFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-crash-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

function preparedFolder(): { dataDir: string; session: Credential } {
  const dataDir = temporaryFolder()
  cpSync(prepared.dataDir, dataDir, { recursive: true })
  return { dataDir, session: prepared.session }
}

function startWith(dataDir: string, failpoint: string): Promise<RunningServer> {
  return startServer({ dataDir, imports: [failpoints], env: { LEVELRAIL_FAILPOINT: failpoint } })
}

/** A start that ends itself at the place; null is the exit code of a killed process. */
async function startAndDie(dataDir: string, place: string): Promise<number | null> {
  const env = {
    ...adminEnv,
    APP_DATA_DIR: dataDir,
    APP_HTTP_ADDR: '127.0.0.1:0',
    APP_INGRESS_HTTP_ADDR: 'off',
    APP_INGRESS_HTTPS_ADDR: 'off',
    APP_MASTER_KEY: testMasterKey,
  }
  const { code } = await runToEnd({ ...env, NODE_OPTIONS: `--import=${failpoints}`, LEVELRAIL_FAILPOINT: place })
  return code
}

async function writeInto(dataDir: string, session: Credential, place: string) {
  const dying = await startWith(dataDir, place)
  const attempt = await makeToken(dying, session, 'in the balance').then(
    ({ status }) => status,
    () => 'no answer',
  )
  expect(await dying.ended).toBeNull()
  await serverForTest({ dataDir })
  const state = openState(dataDir)
  onTestFinished(() => state.close())
  return { attempt, state }
}

function makeToken({ url }: RunningServer, session: Credential, name: string) {
  return succeed<{ id: string }>(url, session, 'POST', '/api/v1/auth/tokens', { name, abilities: ['read'] })
}

function tokensNamed(state: DatabaseSync, name: string): number {
  return Number(state.prepare('select count(*) as n from tokens where name = ?').get(name)?.n)
}

function auditedTokens(state: DatabaseSync): number {
  return Number(state.prepare("select count(*) as n from audit_log where action = 'tokenCreate'").get()?.n)
}
