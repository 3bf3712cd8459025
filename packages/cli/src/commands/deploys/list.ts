// `levelrail deploys list`: deploys of one app or of all, newest first.
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { command } from '../../command.ts'
import { pagesOf } from '../../connection.ts'
import { invalid } from '../../exit-codes.ts'
import { outcomeColor, outcomeWords } from '../../output/deploy-text.ts'
import { elapsed } from '../../output/elapsed.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'
import { takeRows } from '../../take-rows.ts'

export const deploysList = command({
  name: 'deploys list',
  summary: 'List deploys, newest first',
  arguments: { app: { what: 'Only those of this app', optional: true } },
  options: {
    failed: { kind: 'flag', what: 'Only those that failed' },
    limit: { kind: 'number', value: 'N', what: 'Rows to show (default 20)' },
    all: { kind: 'flag', what: 'Every row there is' },
  },
  examples: ['levelrail deploys list web', 'levelrail deploys list --failed --limit 5'],
  async run({ connection, settings, output, now }, { app, failed, limit = 20, all }) {
    if (limit < 1) throw invalid(`--limit "${limit}" is too small`, 'give at least 1')
    const most = all ? Number.POSITIVE_INFINITY : limit
    // One app's failed deploys have no route of their own: they are picked out of all of its deploys.
    const query = { limit: app !== undefined && failed ? 200 : Math.min(most, 200) }
    const pages =
      app !== undefined
        ? pagesOf(connection, 'deployList', query, { params: { name: app } })
        : pagesOf(connection, failed ? 'deployFailedList' : 'deploymentList', query)
    const { rows, isCut } = await takeRows(pages, most, ({ outcome }) => !failed || outcome === 'failed')
    if (settings.json) output.json(rows)
    else if (rows.length === 0) output.note('nothing found')
    else output.table(columns(now), rows)
    if (isCut) output.note('there is more: use --limit N or --all')
    return undefined
  },
})

function columns(now: Date): Column<Deploy>[] {
  return [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'APP', cell: ({ app }) => app },
    { title: 'OUTCOME', cell: outcomeWords, color: outcomeColor },
    { title: 'IMAGE', cell: ({ image }) => image },
    { title: 'STARTED', cell: ({ started_at }) => relativeTime(started_at, now) },
    { title: 'TOOK', align: 'right', cell: ({ started_at, finished_at }) => elapsed(started_at, finished_at, now) },
    { title: 'SOURCE', cell: ({ source }) => source },
    { title: 'BY', cell: ({ by }) => by },
    { title: 'NOTE, OR WHY IT FAILED', cell: ({ note, failure }) => failure?.cause ?? note },
  ]
}
