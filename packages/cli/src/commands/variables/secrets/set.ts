// `levelrail variables secrets set`: a secret that a tier shares, typed unseen or from stdin, never as an argument.
import { command } from '../../../command.ts'
import { ownerOf, sharingOptions } from '../../../variable-owner.ts'

export const variablesSecretsSet = command({
  name: 'variables secrets set',
  summary: 'Set a shared secret variable',
  details: 'The value is asked for, or read with --value-stdin; one line ending at its end is left out.',
  arguments: { key: { what: 'Name of the variable' } },
  options: { ...sharingOptions, 'value-stdin': { kind: 'flag', what: 'Read the value from stdin, all of it' } },
  examples: [
    'levelrail variables secrets set API_KEY --project ID',
    'levelrail variables secrets set TLS_KEY --environment ID --value-stdin < key.pem',
  ],
  async run({ client, output, ask }, { key, 'value-stdin': fromStdin, ...owner }) {
    const { title, setSecret } = ownerOf(client, owner)
    await setSecret(key, await ask.secret(`Value of ${key}: `, { fromStdin }))
    output.note(`${key} of ${title} is set; it takes effect with the next deploy or restart of each app`)
    return undefined
  },
})
