// `npm run down`: stops what `npm run up` started.
import { existsSync } from 'node:fs'
import { bundledNode } from './ensure-install.mjs'
import { handOver } from './hand-over.mjs'

if (existsSync(bundledNode)) handOver('packages/server/src/host/down.ts')
else process.stdout.write('Nothing to stop: `npm run up` never ran in this checkout.\n')
