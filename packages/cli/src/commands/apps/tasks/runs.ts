// `levelrail apps tasks runs`: how the runs of a task went, newest first.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { pagesOf } from '../../../connection.ts'
import { invalid } from '../../../exit-codes.ts'
import { runColumns } from '../../../output/task-text.ts'
import { takeRows } from '../../../take-rows.ts'
import { taskArgument } from '../../../task-options.ts'

export const appsTasksRuns = command({
  name: 'apps tasks runs',
  summary: 'List the runs of a scheduled task, newest first',
  arguments: { name: appArgument, task: taskArgument },
  options: { limit: { kind: 'number', value: 'N', what: 'Rows to show (default 20)' } },
  examples: ['levelrail apps tasks runs web clean', 'levelrail apps tasks runs web clean --limit 100 --json'],
  async run({ connection, settings, output, now }, { name, task, limit = 20 }) {
    if (limit < 1) throw invalid(`--limit "${limit}" is too small`, 'give at least 1')
    const pages = pagesOf(connection, 'taskRunList', { limit: Math.min(limit, 200) }, { params: { name, task } })
    const { rows, isCut } = await takeRows(pages, limit)
    if (settings.json) output.json(rows)
    else if (rows.length === 0) output.note(`${task} never ran`)
    else output.table(runColumns(now), rows)
    if (isCut) output.note('there is more: use --limit N')
    return undefined
  },
})
