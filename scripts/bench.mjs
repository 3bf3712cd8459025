// `npm run bench`: prepares the checkout, then runs the benchmark on the Node 24 that the packages bring.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundledNode, ensureInstall, root } from './ensure-install.mjs'

await ensureInstall()
const flags = ['--disable-warning=ExperimentalWarning']
const script = join(root, 'packages/server/bench/bench.ts')
const child = spawn(bundledNode, [...flags, script, ...process.argv.slice(2)], { stdio: 'inherit' })
// The benchmark removes what it made before it ends; Ctrl-C reaches it by itself.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code) => process.exit(code ?? 1))
