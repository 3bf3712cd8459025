// `levelrail envs delete`: removes an environment, once its name is typed again. Its apps stay and run on.
import { askName } from '../../ask-name.ts'
import { command } from '../../command.ts'
import { environmentArgument, yesOption } from '../../group-arguments.ts'

export const envsDelete = command({
  name: 'envs delete',
  summary: 'Remove an environment; its apps stay and run on',
  arguments: { environment: environmentArgument },
  options: yesOption,
  examples: ['levelrail envs delete ID', 'levelrail envs delete ID --yes'],
  async run({ client, output, ask }, { environment: id, yes }) {
    const { name } = await client.environmentView({ params: { id } })
    await askName(ask, `This removes "${name}" with its variables and secrets; its apps stay and run on.`, name, yes)
    await client.environmentDelete({ params: { id } })
    output.note(`"${name}" is removed`)
    return undefined
  },
})
