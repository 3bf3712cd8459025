// Type-checks every package; each has its own tsconfig so that browser and Node types stay apart. What was found the last
// time is kept, so that only what changed since is checked again.
import { spawnSync } from 'node:child_process'

let failed = false
for (const name of ['contract', 'server', 'cli', 'dashboard', 'dashboard/test']) {
  const found = `node_modules/.cache/types/${name.replace('/', '-')}.tsbuildinfo`
  const args = ['-p', `packages/${name}`, '--incremental', '--tsBuildInfoFile', found]
  const run = spawnSync('node_modules/.bin/tsc', args, { stdio: 'inherit' })
  failed ||= run.status !== 0
}
process.exit(failed ? 1 : 0)
