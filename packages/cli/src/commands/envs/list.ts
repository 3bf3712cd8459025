// `levelrail envs list`: the environments of a project, newest first.
import type { Environment } from '@levelrail/contract/schemas/projects.ts'
import { command } from '../../command.ts'
import { pagesOf } from '../../connection.ts'
import { projectArgument } from '../../group-arguments.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'

export const envsList = command({
  name: 'envs list',
  summary: 'List the environments of a project',
  arguments: { project: projectArgument },
  options: {},
  examples: ['levelrail envs list PROJECT_ID'],
  async run({ connection, settings, output, now }, { project: id }) {
    const found: Environment[] = []
    for await (const { rows } of pagesOf(connection, 'environmentList', { limit: 200 }, { params: { id } }))
      found.push(...rows)
    if (settings.json) output.json(found)
    else if (found.length === 0) output.note(`no environments yet, make one with: levelrail envs create ${id} NAME`)
    else output.table(columns(now), found)
    return undefined
  },
})

function columns(now: Date): Column<Environment>[] {
  return [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'PROTECTED', cell: (environment) => (environment.protected ? 'yes' : 'no') },
    { title: 'MADE', cell: ({ created_at }) => relativeTime(created_at, now) },
  ]
}
