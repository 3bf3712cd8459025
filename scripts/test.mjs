// `npm test`, `npm run test:fast`, `npm run test:crash`: prepares the checkout, then runs the tests on Node 24.
import { ensureDashboard, ensureInstall } from './ensure-install.mjs'
import { handOver } from './hand-over.mjs'

try {
  await ensureInstall()
  if (process.argv[2] === 'all') await ensureDashboard()
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
handOver('scripts/run-tests.ts')
