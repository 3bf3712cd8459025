// `up` and `down` as a person runs them: real processes, a data folder and a port of their own.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SystemStatus } from '@levelrail/contract/schemas/system.ts'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { dockerEngine } from '../../src/drivers/container/docker.ts'
import { isRunning, rememberStarted } from '../../src/host/run-state.ts'
import { adminEnv, signIn, succeed } from '../support/admin-api.ts'
import { ensureEngine } from '../support/engine.ts'
import { eventually } from '../support/eventually.ts'

const root = join(import.meta.dirname, '../../../..')
const node = join(root, 'node_modules/.bin/node')
let folder = ''
let env: NodeJS.ProcessEnv = {}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'levelrail-up-'))
  const { DOCKER_HOST: _, SSH_CONNECTION: __, ...inherited } = process.env
  env = {
    ...inherited,
    LEVELRAIL_RUN_DIR: join(folder, 'run'),
    APP_DATA_DIR: join(folder, 'data'),
    APP_HTTP_ADDR: `127.0.0.1:${await freePort()}`,
    APP_INGRESS_HTTP_ADDR: 'off',
    APP_INGRESS_HTTPS_ADDR: 'off',
    APP_MASTER_KEY: randomBytes(32).toString('base64'),
    APP_DOCKER_HOST: await ensureEngine(),
  }
})

afterEach(async () => {
  await host('down')
  rmSync(folder, { recursive: true })
})

test('up gets ready and gives the one-time link; a second one is quick; down keeps the data', async () => {
  env.SSH_CONNECTION = '198.51.100.7 53122 203.0.113.5 22'
  const first = await host('up', '--detach')
  expect(first.output).toContain(`Levelrail is ready at http://${env.APP_HTTP_ADDR}`)
  expect(first.output).toMatch(/setup#token=\S{20,}/)
  expect(first.output).toMatch(/ssh -L \d+:127\.0\.0\.1:\d+ \S+@203\.0\.113\.5/)
  expect(first.code).toBe(0)
  expect((await fetch(`http://${env.APP_HTTP_ADDR}/readyz`)).status).toBe(200)

  const second = await host('up', '--detach')
  expect(second.output).toContain('is running already')
  expect(second.output).toMatch(/setup#token=\S{20,}/)
  expect(second.ms).toBeLessThan(3_000)

  expect((await host('down')).output).toContain('All data is kept')
  await expect(fetch(`http://${env.APP_HTTP_ADDR}/readyz`)).rejects.toThrow()
  expect(existsSync(join(folder, 'data/state.sqlite'))).toBe(true)
  expect((await host('down')).output).toContain('is not running')
})

test('with the port of the ingress taken it comes up and says by whom; freed, it serves until down', async () => {
  const port = await freePort()
  Object.assign(env, adminEnv, { APP_INGRESS_HTTP_ADDR: `127.0.0.1:${port}` })
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  const up = await host('up', '--detach')
  expect(up.output).toContain('Levelrail is ready')
  expect(up.code).toBe(0)
  const labels = { 'levelrail.node': readFileSync(join(folder, 'data/node-id'), 'utf8').trim() }
  onTestFinished(async () => {
    const engine = dockerEngine(env.APP_DOCKER_HOST ?? '')
    const signal = AbortSignal.timeout(60_000)
    for (const { id } of await engine.listContainers(labels, signal)) await engine.removeContainer(id, signal)
  })
  const url = `http://${env.APP_HTTP_ADDR}`
  const credential = await signIn(url)
  const condition = async () => {
    const { body } = await succeed<SystemStatus>(url, credential, 'GET', '/api/v1/system/status')
    return body.conditions.find(({ type }) => type === 'IngressReady')
  }
  await eventually(condition).toMatchObject({
    reason: 'PortTaken',
    message: expect.stringContaining(`process ${process.pid}`),
  })
  other.close()
  await eventually(condition).toMatchObject({ reason: 'Serving' })
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(404)
  expect((await host('down')).output).toContain('Stopped the ingress')
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})

test('an admin from the environment needs no link', async () => {
  Object.assign(env, { APP_ADMIN_EMAIL: 'ada@example.com', APP_ADMIN_PASSWORD: 'correct-horse-battery' })
  const up = await host('up', '--detach')
  expect(up.output).toContain('Levelrail is ready')
  expect(up.output).not.toContain('setup#token')
})

test('in the foreground, Ctrl-C stops it cleanly', async () => {
  const child = start('up')
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  await until(() => output.includes('Ctrl-C'))
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(existsSync(join(folder, 'run/server.json'))).toBe(false)
  expect(readFileSync(join(folder, 'run/server.log'), 'utf8')).toContain('ready')
})

test('without an engine it says what is missing and starts all the same', async () => {
  env.APP_DOCKER_HOST = 'unix:///nonexistent/engine.sock'
  const up = await host('up', '--detach')
  expect(up.output).toContain('the container engine at unix:///nonexistent/engine.sock does not answer')
  expect(up.output).toContain('Levelrail is ready')
  expect(up.code).toBe(0)
})

test('a port that another program has is told before anything is started', async () => {
  const port = Number(env.APP_HTTP_ADDR?.split(':')[1])
  const other = createServer().listen(port, '127.0.0.1')
  const up = await host('up', '--detach')
  other.close()
  expect(up.output).toContain(`Another program listens on port ${port}`)
  expect(up.code).toBe(1)
})

test('a control plane that cannot start is quoted', async () => {
  env.APP_DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
  const up = await host('up', '--detach')
  expect(up.output).toContain('ended before it was ready')
  expect(up.code).toBe(1)
})

test('down leaves the engine that up started, and with --all stops it', async () => {
  const standIn = spawn('sleep', ['60'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => standIn.on('exit', (_, signal) => resolve(signal)))
  const engine = rememberStarted(join(folder, 'run'), 'engine', standIn.pid ?? 0, 'unix:///stand-in.sock')
  expect((await host('down')).output).toContain('goes on')
  expect(isRunning(engine)).toBe(true)
  expect((await host('down', '--all')).output).toContain('Stop the container engine')
  expect(await ended).toBe('SIGTERM')
  expect((await host('down', '--all')).output).toContain('was not started by `up`, so it is left alone')
})

test('wrong flags get the usage', async () => {
  expect(await host('up', '--backwards')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Usage: npm run up'),
  })
  expect(await host('down', '--backwards')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Usage: npm run down'),
  })
})

function start(command: 'up' | 'down', ...args: string[]): ChildProcess {
  return spawn(node, [join(root, `packages/server/src/host/${command}.ts`), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function host(command: 'up' | 'down', ...args: string[]): Promise<{ code: unknown; output: string; ms: number }> {
  const startedAt = Date.now()
  const child = start(command, ...args)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, output, ms: Date.now() - startedAt }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.on('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
