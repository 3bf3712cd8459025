#!/usr/bin/env node
// Starts Levelrail on the Node 24 that npm brought, whatever Node the host has, and picks the program:
// commands that act on this machine belong to the server package, all others are the API client.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
const script = join(root, entry ?? 'packages/cli/src/main.ts')
const flags = entry === onThisMachine.server ? ['--max-semi-space-size=1'] : []

const child = spawn(node, [...flags, '--disable-warning=ExperimentalWarning', script, ...(entry ? rest : process.argv.slice(2))], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 128 + (signal === 'SIGINT' ? 2 : 15) : (code ?? 1)))
