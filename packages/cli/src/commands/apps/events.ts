// `levelrail apps events`: what happened to an app, newest first.
import { type AppEvent, appEventKinds } from '@levelrail/contract/schemas/events.ts'
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { pagesOf } from '../../connection.ts'
import { invalid } from '../../exit-codes.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'
import { takeRows } from '../../take-rows.ts'

export const appsEvents = command({
  name: 'apps events',
  summary: 'Show what happened to an app, newest first',
  arguments: { name: appArgument },
  options: {
    kind: { kind: 'choices', of: appEventKinds, what: 'Only events of this kind' },
    limit: { kind: 'number', value: 'N', what: 'Rows to show (default 50)' },
  },
  examples: ['levelrail apps events web', 'levelrail apps events web --kind deploy_failed --kind crash_looping'],
  async run({ connection, settings, output, now }, { name, kind, limit = 50 }) {
    if (limit < 1) throw invalid(`--limit "${limit}" is too small`, 'give at least 1')
    const query = { limit: Math.min(limit, 200), ...(kind.length > 0 && { kind: kind.join(',') }) }
    const { rows, isCut } = await takeRows(pagesOf(connection, 'appEventList', query, { params: { name } }), limit)
    if (settings.json) output.json(rows)
    else if (rows.length === 0) output.note('nothing found')
    else output.table(columns(now), rows)
    if (isCut) output.note('there is more: use --limit N')
    return undefined
  },
})

function columns(now: Date): Column<AppEvent>[] {
  return [
    { title: 'WHEN', cell: ({ at }) => relativeTime(at, now) },
    { title: 'WHAT', cell: ({ title }) => title },
    { title: 'KIND', cell: ({ kind }) => kind },
    { title: 'BY', cell: ({ actor, actor_kind }) => actor || actor_kind },
    { title: 'DEPLOY', cell: ({ deploy_id }) => deploy_id ?? '' },
  ]
}
