// `levelrail registries add`: keeps a user name and password for an image registry, typed unseen or from stdin.
import { command } from '../../command.ts'

export const registriesAdd = command({
  name: 'registries add',
  summary: 'Keep a user name and password for an image registry; prints its id',
  arguments: { name: { what: 'Name to know it by' } },
  options: {
    registry: { kind: 'text', value: 'HOST', what: 'Host of the registry, such as ghcr.io', required: true },
    username: { kind: 'text', value: 'NAME', what: 'User name there', required: true },
    'password-stdin': { kind: 'flag', what: 'Read the password or token from stdin; asked for otherwise' },
  },
  examples: [
    'levelrail registries add ours --registry ghcr.io --username ci',
    'levelrail registries add ours --registry ghcr.io --username ci --password-stdin < token.txt',
  ],
  async run({ client, settings, output, ask }, { name, registry, username, 'password-stdin': fromStdin }) {
    const password = await ask.secret(`Password or token of ${username} at ${registry}: `, { fromStdin })
    const body = { name, registry_host: registry, username, password }
    const made = await client.registryCredentialCreate({ body })
    if (settings.json) output.json(made)
    else output.text(made.id)
    output.note(`${made.name} is kept; "levelrail registries test ${made.name}" asks the registry`)
    return undefined
  },
})
