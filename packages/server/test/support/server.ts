// Starts the real control plane as a child process on a free loopback port, the way a user's machine would.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ServerOptions {
  env?: Record<string, string>
  /** Kept by the caller; without one a new folder is made, and removed at `stop`. */
  dataDir?: string
  /** The same port again, for a restart at the same address. */
  port?: number
  /** Modules loaded before the entry with `node --import`, such as failpoints. */
  imports?: string[]
  /** Another entry than the product's own. */
  entry?: string
  args?: string[]
}

export interface RunningServer {
  url: string
  port: number
  pid: number
  setupToken: string | undefined
  dataDir: string
  logs(): string
  /** The exit code, once it has ended. */
  ended: Promise<number | null>
  stop(): Promise<void>
  kill(signal: NodeJS.Signals): void
}

const repository = join(import.meta.dirname, '../../../..')
const node = join(repository, 'node_modules/.bin/node')
/** Shared by all starts of a run, as one installation shares its own between starts. */
const compileCache = join(repository, 'node_modules/.cache/levelrail-tests')
const startDeadlineMs = 100_000

export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'levelrail-test-'))
  const port = options.port ?? (await freePort())
  const imports = (options.imports ?? []).flatMap((module) => ['--import', module])
  const entry = options.entry ?? join(repository, 'packages/server/src/main.ts')
  const child = spawn(node, [...imports, entry, ...(options.args ?? [])], {
    env: {
      PATH: process.env.PATH ?? '',
      APP_DATA_DIR: dataDir,
      APP_HTTP_ADDR: `127.0.0.1:${port}`,
      APP_INGRESS_HTTP_ADDR: 'off',
      APP_INGRESS_HTTPS_ADDR: 'off',
      APP_MASTER_KEY: testMasterKey,
      APP_LOG_LEVEL: 'info',
      NODE_COMPILE_CACHE: compileCache,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  try {
    await untilReady(url, child, () => output)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  const tokenFile = join(dataDir, 'setup-token')
  return {
    url,
    port,
    pid: child.pid ?? 0,
    setupToken: existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : undefined,
    dataDir,
    logs: () => output,
    ended,
    kill: (signal) => void child.kill(signal),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs the entry until it ends by itself: for starts that must be refused. */
export async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(node, [join(repository, 'packages/server/src/main.ts')], {
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { code, output }
}

export const testMasterKey = randomBytes(32).toString('base64')

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + startDeadlineMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended at its start:\n${output()}`)
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`the server was not ready in ${startDeadlineMs / 1000} s:\n${output()}`)
}
