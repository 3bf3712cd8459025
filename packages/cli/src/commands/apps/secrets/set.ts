// `levelrail apps secrets set`: gives a secret variable its value, typed unseen or from stdin, never as an argument.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'

export const appsSecretsSet = command({
  name: 'apps secrets set',
  summary: 'Set a secret variable of an app',
  details: 'The value is asked for, or read with --value-stdin; one line ending at its end is left out.',
  arguments: { name: appArgument, key: { what: 'Name of the variable' } },
  options: {
    'value-stdin': { kind: 'flag', what: 'Read the value from stdin, all of it' },
    lock: { kind: 'flag', what: 'Refuse later changes that do not say --overwrite-locked' },
    'overwrite-locked': { kind: 'flag', what: 'Change it although it is locked; add --lock to keep it so' },
  },
  examples: [
    'levelrail apps secrets set web DATABASE_URL',
    'levelrail apps secrets set web TLS_KEY --value-stdin --lock < key.pem',
  ],
  async run({ client, output, ask }, { name, key, 'value-stdin': fromStdin, lock, 'overwrite-locked': isOverwritten }) {
    const value = await ask.secret(`Value of ${key}: `, { fromStdin })
    const body = { value, ...(lock && { locked: true }), ...(isOverwritten && { overwrite_locked: true }) }
    await client.appSecretSet({ params: { name, key }, body })
    output.note(`${key} of ${name} is set; it takes effect with the next deploy or restart`)
    return undefined
  },
})
