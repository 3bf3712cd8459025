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
const args = [...flags, '--disable-warning=ExperimentalWarning', script, ...(entry ? rest : process.argv.slice(2))]
const env = isServer ? { ...process.env, ...serverEnvironment() } : process.env

// A Node that can becomes the program; an older one waits for it, and takes 48 MB for that.
if (process.execve) process.execve(node, [node, ...args], env)
const child = spawn(node, args, { stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 128 + (signal === 'SIGINT' ? 2 : 15) : (code ?? 1)))

function serverEnvironment() {
  const dataDir = resolve(process.env.APP_DATA_DIR || './data')
  // Nobody else may write there.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return {
    // Compiled code is kept beside the state: a warm start is quicker and takes 25 MB less.
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
    // The 19 MiB that a password takes go back to the system, where glibc would keep them from the second on.
    MALLOC_MMAP_THRESHOLD_: '1048576',
  }
}
