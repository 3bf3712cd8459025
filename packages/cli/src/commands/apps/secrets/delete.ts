// `levelrail apps secrets delete`: removes the value of a secret variable.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'

export const appsSecretsDelete = command({
  name: 'apps secrets delete',
  summary: 'Remove the value of a secret',
  arguments: { name: appArgument, key: { what: 'Name of the variable' } },
  options: {},
  examples: ['levelrail apps secrets delete web DATABASE_URL'],
  async run({ client, output }, { name, key }) {
    await client.appSecretDelete({ params: { name, key } })
    output.note(`${key} of ${name} has no value any more; it takes effect with the next deploy or restart`)
    return undefined
  },
})
