// `levelrail projects restart`: every app of a project, each on its own.
import { command } from '../../command.ts'
import { projectArgument } from '../../group-arguments.ts'
import { tellBulk } from '../../output/bulk-text.ts'

export const projectsRestart = command({
  name: 'projects restart',
  summary: 'Restart every app of a project with its variables of now',
  details: 'Each is tried on its own; those that could not be changed are named, and the command ends with an error.',
  arguments: { project: projectArgument },
  options: {},
  examples: ['levelrail projects restart ID'],
  async run({ client, settings, output }, { project: id }) {
    tellBulk(output, settings.json, 'restarted', await client.projectRestart({ params: { id } }))
    return undefined
  },
})
