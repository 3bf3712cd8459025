// Files that are made from the code and committed, so that a review sees what changed. `--check` fails when one is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allRoutes, printRoutes } from '../packages/contract/src/all-routes.ts'
import { openApi } from '../packages/contract/src/openapi.ts'
import { describeSettings } from '../packages/server/src/settings.ts'

const golden: Record<string, string> = {
  'packages/contract/routes.txt': printRoutes(),
  'packages/contract/openapi.json': `${JSON.stringify(openApi(allRoutes), null, 2)}\n`,
  'docs/settings.md': describeSettings(),
}

const isCheck = process.argv.includes('--check')
let stale = 0
for (const [file, text] of Object.entries(golden)) {
  const path = join(import.meta.dirname, '..', file)
  if (!isCheck) writeFileSync(path, text)
  else if (read(path) !== text) {
    stale++
    process.stderr.write(`${file} is stale: run npm run golden:write and commit it\n`)
  }
}
process.exit(stale > 0 ? 1 : 0)

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
