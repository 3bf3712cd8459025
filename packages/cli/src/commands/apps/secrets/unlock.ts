// `levelrail apps secrets unlock`: lets a secret be changed again.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'

export const appsSecretsUnlock = command({
  name: 'apps secrets unlock',
  summary: 'Unlock a secret; its value is not needed',
  arguments: { name: appArgument, key: { what: 'Name of the variable' } },
  options: {},
  examples: ['levelrail apps secrets unlock web DATABASE_URL'],
  async run({ client, output }, { name, key }) {
    await client.appSecretLock({ params: { name, key }, body: { locked: false } })
    output.note(`${key} of ${name} is not locked any more`)
    return undefined
  },
})
