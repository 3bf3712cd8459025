import { expect, test } from 'vitest'
import { factsText } from './status.ts'

const now = new Date('2026-06-15T12:00:00Z')
const since = '2026-06-15T11:00:00Z'
const system = {
  ...{ version: '0.1.0', instance_id: 'i1', node_id: 'n1', started_at: since, database: 'sqlite' as const },
  ...{ schema_version: 3, runs_loops: true, lease_holder: 'i1', memory_bytes: 80 * 2 ** 20, conditions: [], loops: [] },
}

test.each([
  [true, 'i1', 'Background work is run by this control plane'],
  [false, 'i2', 'Background work is run by another control plane, i2'],
  [false, null, 'Background work is run by nobody at the moment'],
])('it says who runs the loops (%s, %s)', (runs_loops, lease_holder, says) => {
  const text = factsText({ ...system, runs_loops, lease_holder }, now)
  expect(text).toContain(says)
  expect(text).toContain('Version 0.1.0, started 1h ago, 80 MiB of memory\nDatabase sqlite, schema 3\n')
})
