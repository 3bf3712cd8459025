// `levelrail projects start`: every app of a project, each on its own.
import { command } from '../../command.ts'
import { projectArgument } from '../../group-arguments.ts'
import { tellBulk } from '../../output/bulk-text.ts'

export const projectsStart = command({
  name: 'projects start',
  summary: 'Start every app of a project',
  details: 'Each is tried on its own; those that could not be changed are named, and the command ends with an error.',
  arguments: { project: projectArgument },
  options: {},
  examples: ['levelrail projects start ID'],
  async run({ client, settings, output }, { project: id }) {
    tellBulk(output, settings.json, 'started', await client.projectStart({ params: { id } }))
    return undefined
  },
})
