#!/usr/bin/env node
// Starts Levelrail on the Node 24 that npm brought, whatever Node the host has, and picks the program:
// commands that act on this machine belong to the server package, all others are the API client.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bundled = join(root, 'node_modules/.bin/node')
const node = existsSync(bundled) ? bundled : process.execPath

const onThisMachine = {
  server: 'packages/server/src/main.ts',
  'recover-admin': 'packages/server/src/host/recover-admin.ts',
  images: 'packages/server/src/host/images.ts',
  up: 'packages/server/src/host/up.ts',
  down: 'packages/server/src/host/down.ts',
}
const [command, ...rest] = process.argv.slice(2)
const entry = Object.hasOwn(onThisMachine, command ?? '') ? onThisMachine[command] : undefined
const isServer = entry === onThisMachine.server
const script = join(root, entry ?? 'packages/cli/src/main.ts')
const flags = isServer ? ['--max-semi-space-size=2'] : []

const child = spawn(
  node,
  [...flags, '--disable-warning=ExperimentalWarning', script, ...(entry ? rest : process.argv.slice(2))],
  {
    stdio: 'inherit',
    env: isServer ? { ...process.env, NODE_COMPILE_CACHE: compileCache() } : process.env,
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 128 + (signal === 'SIGINT' ? 2 : 15) : (code ?? 1)))

/** Compiled code is kept beside the state: a warm start is quicker and takes 25 MB less. Nobody else may write there. */
function compileCache() {
  const dataDir = resolve(process.env.APP_DATA_DIR || './data')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return join(dataDir, 'compile-cache')
}
