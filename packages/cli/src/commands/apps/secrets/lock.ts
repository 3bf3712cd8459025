// `levelrail apps secrets lock`: keeps a secret from being changed by the way.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'

export const appsSecretsLock = command({
  name: 'apps secrets lock',
  summary: 'Lock a secret; its value is not needed',
  details: 'A locked secret changes only with: levelrail apps secrets set --overwrite-locked',
  arguments: { name: appArgument, key: { what: 'Name of the variable' } },
  options: {},
  examples: ['levelrail apps secrets lock web DATABASE_URL'],
  async run({ client, output }, { name, key }) {
    await client.appSecretLock({ params: { name, key }, body: { locked: true } })
    output.note(`${key} of ${name} is locked`)
    return undefined
  },
})
