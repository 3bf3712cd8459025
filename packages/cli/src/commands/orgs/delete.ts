// `levelrail orgs delete`: removes an organization, once its name is typed again. What was in it stays.
import { askName } from '../../ask-name.ts'
import { command } from '../../command.ts'
import { organizationArgument, yesOption } from '../../group-arguments.ts'

export const orgsDelete = command({
  name: 'orgs delete',
  summary: 'Remove an organization; what was in it stays',
  arguments: { organization: organizationArgument },
  options: yesOption,
  examples: ['levelrail orgs delete ID', 'levelrail orgs delete ID --yes'],
  async run({ client, output, ask }, { organization: id, yes }) {
    const { name } = await client.organizationView({ params: { id } })
    await askName(ask, `This removes "${name}" with its variables and secrets; its projects stay.`, name, yes)
    await client.organizationDelete({ params: { id } })
    output.note(`"${name}" is removed`)
    return undefined
  },
})
