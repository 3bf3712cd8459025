// `levelrail projects show`: a project with its environments and apps.
import type { TopologyNode } from '@levelrail/contract/schemas/projects.ts'
import { command } from '../../command.ts'
import { projectArgument } from '../../group-arguments.ts'
import type { Column } from '../../output/table.ts'

export const projectsShow = command({
  name: 'projects show',
  summary: 'Show a project with its apps and how they are',
  details: 'With --json the graph of the project: apps, volumes and domains, and what leads where.',
  arguments: { project: projectArgument },
  options: {},
  examples: ['levelrail projects show ID', 'levelrail projects show ID --json'],
  async run({ client, settings, output }, { project: id }) {
    const topology = await client.projectTopology({ params: { id } })
    if (settings.json) {
      output.json(topology)
      return undefined
    }
    const { name, org_id } = await client.projectView({ params: { id } })
    output.lines([`${name} (${id})${org_id ? ` in organization ${org_id}` : ''}`])
    const apps = topology.nodes.filter(({ kind }) => kind === 'app')
    if (apps.length > 0) output.table(columns, apps)
    else output.note(`no apps in it, file one with: levelrail apps move NAME --project ${id}`)
    return undefined
  },
})

const columns: Column<TopologyNode>[] = [
  { title: 'APP', cell: ({ name }) => name },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'ENVIRONMENT', cell: ({ environment_id }) => environment_id || '-' },
  { title: 'IMAGE', cell: ({ detail }) => detail || '-' },
]
