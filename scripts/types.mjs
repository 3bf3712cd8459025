// Type-checks every package; each has its own tsconfig so that browser and Node types stay apart.
import { spawnSync } from 'node:child_process'

let failed = false
for (const name of ['contract', 'server', 'cli', 'dashboard', 'dashboard/test']) {
  const run = spawnSync('node_modules/.bin/tsc', ['-p', `packages/${name}`], { stdio: 'inherit' })
  failed ||= run.status !== 0
}
process.exit(failed ? 1 : 0)
