// The long run of test/api/crash.test.ts: `npm run test:crash`. Its result is kept in bench/crash.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killUnderLoad } from './kill-load.ts'

const kills = Number(process.env.LEVELRAIL_KILLS ?? 1000)
const results = join(import.meta.dirname, '../../../../bench')

test(`${kills} kills at random moments under write load lose no acknowledged write`, async () => {
  const report = await killUnderLoad(kills, (count) => {
    if (count % 50 === 0) process.stderr.write(`${count} of ${kills} kills\n`)
  })
  const { lost, half_written, ...figures } = report
  mkdirSync(results, { recursive: true })
  const kept = {
    ...figures,
    lost: lost.length,
    half_written: half_written.length,
    command: 'npm run test:crash',
    date: new Date().toISOString(),
    versions: { node: process.versions.node, sqlite: process.versions.sqlite },
  }
  writeFileSync(join(results, 'crash.json'), `${JSON.stringify(kept, null, 2)}\n`)
  expect({ lost, half_written }).toEqual({ lost: [], half_written: [] })
  expect(figures.kills).toBe(kills)
})
