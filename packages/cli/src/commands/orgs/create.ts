// `levelrail orgs create`: makes an organization; its id goes to stdout.
import { command } from '../../command.ts'

export const orgsCreate = command({
  name: 'orgs create',
  summary: 'Make an organization and print its id',
  arguments: { name: { what: 'Name, for people; it need not be unique' } },
  options: {},
  examples: ['levelrail orgs create Acme'],
  async run({ client, settings, output }, { name }) {
    const organization = await client.organizationCreate({ body: { name } })
    if (settings.json) output.json(organization)
    else output.text(organization.id)
    return undefined
  },
})
