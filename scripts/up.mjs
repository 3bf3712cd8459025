// `npm run up`: prepares the checkout on the host's own Node, then hands over to the Node 24 that npm brought.
import { ensureDashboard, ensureInstall } from './ensure-install.mjs'
import { handOver } from './hand-over.mjs'

try {
  await ensureInstall()
  await ensureDashboard()
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
handOver('packages/server/src/host/up.ts')
