// `npm run bench`: prepares the checkout, then runs the benchmark on the Node 24 that the packages bring.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundledNode, ensureInstall, root } from './ensure-install.mjs'

await ensureInstall()
const flags = ['--disable-warning=ExperimentalWarning']
const child = spawn(bundledNode, [...flags, join(root, 'packages/server/bench/bench.ts')], { stdio: 'inherit' })
child.on('exit', (code) => process.exit(code ?? 1))
