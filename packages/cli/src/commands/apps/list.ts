// `levelrail apps list`: all apps, each with its state in a word.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { command } from '../../command.ts'
import { pagesOf } from '../../connection.ts'
import { readyCondition, stateWord } from '../../output/app-text.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'
import { takeRows } from '../../take-rows.ts'

const shownAtOnce = 50

export const appsList = command({
  name: 'apps list',
  summary: 'List apps with their state',
  arguments: {},
  options: {
    search: { kind: 'text', value: 'TEXT', what: 'Only apps whose name holds this' },
    sort: { kind: 'choice', of: ['name', '-name', 'created_at', '-created_at'], what: 'Order (default name)' },
    all: { kind: 'flag', what: `Every app there is, not only the first ${shownAtOnce}` },
  },
  examples: ['levelrail apps list', 'levelrail apps list --search shop --sort=-created_at'],
  async run({ connection, settings, output, now }, { search, sort, all }) {
    const query = { limit: all ? 200 : shownAtOnce, ...(search && { search }), ...(sort && { sort }) }
    const most = all ? Number.POSITIVE_INFINITY : shownAtOnce
    const { rows: apps, isCut } = await takeRows(pagesOf(connection, 'appList', query), most)
    if (settings.json) output.json(apps)
    else if (apps.length === 0)
      output.note(search ? 'nothing found' : 'no apps yet, make one with: levelrail apps create')
    else output.table(columns(now), apps)
    if (isCut) output.note('there is more: use --all')
    return undefined
  },
})

function columns(now: Date): Column<App>[] {
  return [
    { title: 'NAME', cell: ({ name }) => name },
    {
      title: 'STATE',
      cell: stateWord,
      color: (app) => (stateWord(app) === 'ready' ? 'green' : app.suspended ? 'dim' : 'yellow'),
    },
    { title: 'SINCE', cell: (app) => relativeTime(readyCondition(app)?.since ?? null, now) },
    { title: 'REPLICAS', align: 'right', cell: ({ replicas }) => String(replicas) },
    { title: 'IMAGE', cell: ({ image }) => image || '-' },
    { title: 'NOT YET APPLIED', cell: ({ pending }) => pending.join(',') || '-' },
  ]
}
