// `levelrail variables secrets list`: names of the secrets that a tier shares, never their values.
import { command } from '../../../command.ts'
import { ownerOf, sharingOptions } from '../../../variable-owner.ts'

export const variablesSecretsList = command({
  name: 'variables secrets list',
  summary: 'List shared secrets, never their values',
  arguments: {},
  options: sharingOptions,
  examples: ['levelrail variables secrets list --project ID'],
  async run({ client, settings, output }, owner) {
    const { title, listSecrets } = ownerOf(client, owner)
    const names = await listSecrets()
    if (settings.json) output.json(names)
    else if (names.length === 0) output.note(`${title} shares no secrets`)
    else output.lines(names)
    return undefined
  },
})
