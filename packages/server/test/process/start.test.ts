// Starting the real program: what stops it, what it warns of, and the way back in.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { serverForTest } from '../support/for-test.ts'
import { runToEnd, startServer, testMasterKey } from '../support/server.ts'

const launcher = join(import.meta.dirname, '../../../../bin/levelrail.mjs')
const person = { email: 'ann@example.com', password: 'correct horse battery' }

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function signIn(url: string, password: string): Promise<Response> {
  return fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password }),
  })
}

test('a bad value stops the start with one line each, and changes nothing', async () => {
  const { code, output } = await runToEnd({
    APP_SESSION_TTL: 'soon',
    APP_HTTP_ADDR: 'x',
    APP_DATA_DIR: join(folderForTest(), 'data'),
  })
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([
    'levelrail: APP_HTTP_ADDR: "x" is not an address such as 127.0.0.1:8080 or :8080',
    'levelrail: APP_SESSION_TTL: "soon" is not a duration such as 5s, 2m or 24h',
  ])
})

test('an unknown setting is warned of, and the start goes on', async () => {
  const server = await serverForTest({ env: { APP_SESION_TTL: '1h' } })
  expect(server.logs()).toContain('levelrail: warning: APP_SESION_TTL is not a setting; did you mean APP_SESSION_TTL?')
})

test('a newer schema is refused in words', async () => {
  const dataDir = folderForTest()
  await (await startServer({ dataDir })).stop()
  const database = new DatabaseSync(join(dataDir, 'state.sqlite'))
  database.exec("insert into schema_migrations values (9999, 'from-the-future', '')")
  database.close()
  const { code, output } = await runToEnd({ APP_DATA_DIR: dataDir, APP_HTTP_ADDR: '127.0.0.1:0' })
  expect(code).toBe(1)
  expect(output).toContain('the database is at schema 9999, but this version of Levelrail knows only up to')
})

test('the set-up token is for the owner’s eyes', async () => {
  const server = await serverForTest()
  const mode = statSync(join(server.dataDir, 'setup-token')).mode & 0o777
  expect(mode).toBe(0o600)
  expect(server.logs()).not.toContain(server.setupToken)
  expect(statSync(join(server.dataDir, 'state.sqlite')).mode & 0o777).toBe(0o600)
})

test('a wrong master key is refused when a secret is opened, not silently replaced', async () => {
  const file = join(folderForTest(), 'master.key')
  writeFileSync(file, 'not a key')
  const { code, output } = await runToEnd({ APP_MASTER_KEY_FILE: file })
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('APP_MASTER_KEY_FILE: the master key must be 32 bytes in base64'),
  ])
})

test('the launcher becomes the server, and what a password takes goes back to the system', async () => {
  const env = { APP_ADMIN_EMAIL: person.email, APP_ADMIN_PASSWORD: person.password }
  const server = await serverForTest({ entry: launcher, args: ['server'], env })
  expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).toContain('packages/server/src/main.ts')
  const memoryMb = () => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
  expect((await signIn(server.url, person.password)).status).toBe(200)
  const before = memoryMb()
  for (let count = 0; count < 4; count++) await signIn(server.url, person.password)
  // Of 19 MB that each of them took.
  expect(memoryMb() - before).toBeLessThan(12)
})

test('recover-admin opens the door again beside a running control plane', async () => {
  const dataDir = folderForTest()
  const env = { APP_ADMIN_EMAIL: person.email, APP_ADMIN_PASSWORD: person.password }
  const server = await serverForTest({ dataDir, env })
  const before = await signIn(server.url, person.password)
  const cookie = before.headers.get('set-cookie')?.split(';')[0] ?? ''
  const recovery = spawnSync(process.execPath, [launcher, 'recover-admin', '--email', 'ANN@example.com'], {
    env: { PATH: process.env.PATH, APP_DATA_DIR: dataDir, APP_MASTER_KEY: testMasterKey },
    encoding: 'utf8',
  })
  expect([recovery.status, recovery.stderr]).toEqual([
    0,
    'Recovered the admin ANN@example.com. Sign in with the new password.\n',
  ])
  expect((await signIn(server.url, person.password)).status).toBe(401)
  const after = await signIn(server.url, recovery.stdout.trim())
  expect(after.status).toBe(200)
  expect((await fetch(`${server.url}/api/v1/auth/session`, { headers: { cookie } })).status).toBe(401)
  const log = await fetch(`${server.url}/api/v1/audit-log?action=adminRecovered`, {
    headers: { cookie: after.headers.get('set-cookie')?.split(';')[0] ?? '' },
  })
  expect(await log.json()).toMatchObject([{ actor_kind: 'system', action: 'adminRecovered' }])
})

test('recover-admin says what it needs', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [launcher, 'recover-admin', ...args], {
      env: { PATH: process.env.PATH, APP_DATA_DIR: '/nonexistent' },
      encoding: 'utf8',
    })
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('--email is missing') })
  expect(run('--email', 'nobody')).toMatchObject({ status: 2, stderr: 'error: "nobody" is not an e-mail address\n' })
  expect(run('--email', 'a@b.co')).toMatchObject({
    status: 4,
    stderr: expect.stringContaining('there is no state in /nonexistent'),
  })
})
