// `levelrail projects delete`: removes a project, once its name is typed again. What was in it stays.
import { askName } from '../../ask-name.ts'
import { command } from '../../command.ts'
import { projectArgument, yesOption } from '../../group-arguments.ts'

export const projectsDelete = command({
  name: 'projects delete',
  summary: 'Remove a project; what was in it stays',
  arguments: { project: projectArgument },
  options: yesOption,
  examples: ['levelrail projects delete ID', 'levelrail projects delete ID --yes'],
  async run({ client, output, ask }, { project: id, yes }) {
    const { name } = await client.projectView({ params: { id } })
    await askName(
      ask,
      `This removes "${name}" with its environments, variables and secrets; its apps stay and run on.`,
      name,
      yes,
    )
    await client.projectDelete({ params: { id } })
    output.note(`"${name}" is removed`)
    return undefined
  },
})
