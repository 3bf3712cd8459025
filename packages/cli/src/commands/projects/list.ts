// `levelrail projects list`: all projects, newest first, with the ids that other commands take.
import type { Project } from '@levelrail/contract/schemas/projects.ts'
import { command } from '../../command.ts'
import { pagesOf } from '../../connection.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'

export const projectsList = command({
  name: 'projects list',
  summary: 'List projects, newest first',
  arguments: {},
  options: {},
  examples: ['levelrail projects list', "levelrail projects list --json | jq -r '.[].id'"],
  async run({ connection, settings, output, now }) {
    const found: Project[] = []
    for await (const { rows } of pagesOf(connection, 'projectList', { limit: 200 })) found.push(...rows)
    if (settings.json) output.json(found)
    else if (found.length === 0) output.note('no projects yet, make one with: levelrail projects create NAME')
    else output.table(columns(now), found)
    return undefined
  },
})

function columns(now: Date): Column<Project>[] {
  return [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'ORGANIZATION', cell: ({ org_id }) => org_id || '-' },
    { title: 'MADE', cell: ({ created_at }) => relativeTime(created_at, now) },
  ]
}
