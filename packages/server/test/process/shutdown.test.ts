// A graceful stop: what is under way ends well, the process says so, and the data folder is free at once.
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStream } from '@levelrail/contract/client.ts'
import { expect, onTestFinished, test } from 'vitest'
import { adminEnv, type Credential, send, signIn, succeed } from '../support/admin-api.ts'
import { serverForTest } from '../support/for-test.ts'
import { runToEnd, testMasterKey } from '../support/server.ts'

const failpoints = join(import.meta.dirname, '../support/failpoints.ts')

function temporaryFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-shutdown-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

const slowWrites = { ...adminEnv, LEVELRAIL_WAITPOINT: 'http.before-commit:1500' }
const token = { name: 'under way', abilities: ['read'] }

test('a request under way is answered after SIGTERM, and the next start finds what it wrote', async () => {
  const dataDir = temporaryFolder()
  const server = await serverForTest({ dataDir, env: slowWrites, imports: [failpoints] })
  const session = await signIn(server.url)
  const underWay = postAndHangUp(`${server.url}/api/v1/auth/tokens`, session, token)
  await sleep(500)
  server.kill('SIGTERM')
  await sleep(100)
  // Whoever comes now is turned away, at the door or with a word.
  const late = await fetch(`${server.url}/readyz`).then(
    ({ status }) => status,
    () => 'refused',
  )
  expect([503, 'refused']).toContain(late)
  expect(await underWay).toBe(201)
  expect(await server.ended).toBe(0)

  const next = await serverForTest({ dataDir })
  const { body: found } = await succeed<{ name: string }[]>(next.url, session, 'GET', '/api/v1/auth/tokens')
  expect(found.map(({ name }) => name)).toEqual(['under way'])
})

test('a client that keeps its connection does not hold the stop up', async () => {
  const server = await serverForTest({ env: slowWrites, imports: [failpoints] })
  const session = await signIn(server.url)
  const underWay = send(server.url, session, 'POST', '/api/v1/auth/tokens', token)
  await sleep(500)
  server.kill('SIGTERM')
  expect((await underWay).status).toBe(201)
  expect(await server.ended).toBe(0)
})

test('an open stream is told that the control plane stops, and does not hold it up', async () => {
  const server = await serverForTest({ env: adminEnv })
  const session = (await signIn(server.url)).cookie?.split('=')[1]
  const stream = openStream({ baseUrl: server.url, session }, 'changeFollow', {})
  expect((await stream.next()).value).toMatchObject({ event: 'reset' })
  server.kill('SIGTERM')
  expect((await stream.next()).value).toEqual({ event: 'end', data: { reason: 'stopping' } })
  expect(await server.ended).toBe(0)
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s at rest ends with exit code 0', async (signal) => {
  const server = await serverForTest()
  // A connection kept open by an idle client holds nothing up.
  await fetch(`${server.url}/healthz`).then((response) => response.text())
  server.kill(signal)
  // One that waits for APP_SHUTDOWN_TIMEOUT exits with 1.
  expect(await server.ended).toBe(0)
  expect(server.logs()).toContain('stopped')
})

test('what does not end in time is cut off', async () => {
  const env = { ...adminEnv, LEVELRAIL_WAITPOINT: 'http.before-commit:60000', APP_SHUTDOWN_TIMEOUT: '1s' }
  const server = await serverForTest({ env, imports: [failpoints] })
  // Signing in is a write, so it waits for ever here.
  void signIn(server.url).catch(() => {})
  await sleep(1000)
  server.kill('SIGTERM')
  expect(await server.ended).toBe(1)
})

test('a second control plane on the same data folder is refused with what to do', async () => {
  const server = await serverForTest()
  const env = { APP_DATA_DIR: server.dataDir, APP_HTTP_ADDR: '127.0.0.1:0', APP_MASTER_KEY: testMasterKey }
  const { code, output } = await runToEnd(env)
  expect(code).toBe(1)
  expect(output.trim()).toBe(
    `levelrail: another control plane runs on the data folder ${server.dataDir}: ` +
      'stop it first (npm run down), or set APP_DATA_DIR to another folder',
  )
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

/** The status of the answer, over a connection of its own. */
function postAndHangUp(url: string, headers: Credential, body: unknown): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent: false, headers: { ...headers, 'content-type': 'application/json' } }
    const asking = request(url, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    asking.on('error', reject).end(JSON.stringify(body))
  })
}
