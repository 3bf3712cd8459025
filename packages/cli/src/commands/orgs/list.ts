// `levelrail orgs list`: all organizations, newest first, with the ids that other commands take.
import type { Organization } from '@levelrail/contract/schemas/projects.ts'
import { command } from '../../command.ts'
import { pagesOf } from '../../connection.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'

export const orgsList = command({
  name: 'orgs list',
  summary: 'List organizations, newest first',
  arguments: {},
  options: {},
  examples: ['levelrail orgs list', "levelrail orgs list --json | jq -r '.[].id'"],
  async run({ connection, settings, output, now }) {
    const found: Organization[] = []
    for await (const { rows } of pagesOf(connection, 'organizationList', { limit: 200 })) found.push(...rows)
    if (settings.json) output.json(found)
    else if (found.length === 0) output.note('no organizations yet, make one with: levelrail orgs create NAME')
    else output.table(columns(now), found)
    return undefined
  },
})

function columns(now: Date): Column<Organization>[] {
  return [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'MADE', cell: ({ created_at }) => relativeTime(created_at, now) },
  ]
}
