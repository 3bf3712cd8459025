// `levelrail projects stop`: every app of a project, each on its own.
import { command } from '../../command.ts'
import { projectArgument } from '../../group-arguments.ts'
import { tellBulk } from '../../output/bulk-text.ts'

export const projectsStop = command({
  name: 'projects stop',
  summary: 'Stop every app of a project; volumes stay',
  details: 'Each is tried on its own; those that could not be changed are named, and the command ends with an error.',
  arguments: { project: projectArgument },
  options: {},
  examples: ['levelrail projects stop ID'],
  async run({ client, settings, output }, { project: id }) {
    tellBulk(output, settings.json, 'stopped', await client.projectStop({ params: { id } }))
    return undefined
  },
})
