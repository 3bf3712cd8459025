// `levelrail status`: what the platform says of itself; what is wrong comes first.
import type { LoopStatus, SystemStatus } from '@levelrail/contract/schemas/system.ts'
import { command } from '../command.ts'
import { Failure } from '../exit-codes.ts'
import { conditionsText } from '../output/conditions.ts'
import { printable } from '../output/display-width.ts'
import { relativeTime } from '../output/relative-time.ts'
import type { Column } from '../output/table.ts'

export const status = command({
  name: 'status',
  summary: 'Show how the platform is',
  details: 'Ends with 0 whenever the platform answers; with --check, with 4 when a condition is false.',
  arguments: {},
  options: { check: { kind: 'flag', what: 'End with code 4 when any condition is false' } },
  examples: ['levelrail status', 'levelrail status --check --json > status.json'],
  async run({ client, settings, output, now }, { check }) {
    const system = await client.systemStatus()
    if (settings.json) output.json(system)
    else {
      output.text(`${conditionsText(system.conditions, now, output.paint)}\n${factsText(system, now)}`)
      if (system.loops.length > 0) {
        output.text('\n')
        output.table(loopColumns(now), system.loops)
      }
    }
    const wrong = system.conditions.filter((condition) => condition.status === 'false').map(({ type }) => type)
    if (check && wrong.length > 0) throw new Failure('api', `not well: ${wrong.join(', ')}`, 'see: levelrail status')
    return undefined
  },
})

export function factsText(system: SystemStatus, now: Date): string {
  const runner = system.runs_loops
    ? 'this control plane'
    : system.lease_holder
      ? `another control plane, ${system.lease_holder}`
      : 'nobody at the moment'
  return [
    `Version ${system.version}, started ${relativeTime(system.started_at, now)}, ${Math.round(system.memory_bytes / 2 ** 20)} MiB of memory`,
    `Database ${system.database}, schema ${system.schema_version}`,
    `Background work is run by ${runner}`,
    `Instance ${system.instance_id}, node ${system.node_id}`,
  ]
    .map((line) => `${printable(line)}\n`)
    .join('')
}

function loopColumns(now: Date): Column<LoopStatus>[] {
  return [
    { title: 'LOOP', cell: ({ name }) => name },
    { title: 'EVERY', cell: ({ every }) => every, align: 'right' },
    { title: 'LAST RUN', cell: ({ last_run_at }) => relativeTime(last_run_at, now, 'never') },
    { title: 'TOOK', cell: ({ last_duration_ms: ms }) => (ms === null ? '-' : `${ms} ms`), align: 'right' },
    { title: 'RUNNING', cell: ({ running }) => String(running), align: 'right' },
    { title: 'WAITING', cell: ({ waiting }) => String(waiting), align: 'right' },
    {
      title: 'FAILING',
      cell: ({ failing_keys }) => String(failing_keys),
      align: 'right',
      color: ({ failing_keys }) => (failing_keys > 0 ? 'red' : undefined),
    },
    { title: 'WHAT IT DOES, OR ITS LAST ERROR', cell: ({ what, last_error }) => last_error ?? what },
  ]
}
