// `levelrail variables secrets delete`: removes a secret that a tier shares.
import { command } from '../../../command.ts'
import { ownerOf, sharingOptions } from '../../../variable-owner.ts'

export const variablesSecretsDelete = command({
  name: 'variables secrets delete',
  summary: 'Remove a shared secret variable',
  arguments: { key: { what: 'Name of the variable' } },
  options: sharingOptions,
  examples: ['levelrail variables secrets delete API_KEY --project ID'],
  async run({ client, output }, { key, ...owner }) {
    const { title, deleteSecret } = ownerOf(client, owner)
    await deleteSecret(key)
    output.note(`${key} of ${title} is removed; it takes effect with the next deploy or restart of each app`)
    return undefined
  },
})
