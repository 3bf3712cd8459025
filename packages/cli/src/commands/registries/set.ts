// `levelrail registries set`: changes a credential; a new password is typed unseen or read from stdin.
import { command } from '../../command.ts'
import { invalid } from '../../exit-codes.ts'
import { findRegistry, registryArgument } from '../../find-registry.ts'

export const registriesSet = command({
  name: 'registries set',
  summary: 'Change a credential of a registry',
  details: 'A new host needs the password again, so that it is not sent elsewhere.',
  arguments: { registry: registryArgument },
  options: {
    name: { kind: 'text', value: 'NAME', what: 'New name to know it by' },
    registry: { kind: 'text', value: 'HOST', what: 'New host of the registry' },
    username: { kind: 'text', value: 'NAME', what: 'New user name' },
    password: { kind: 'flag', what: 'Ask for a new password or token' },
    'password-stdin': { kind: 'flag', what: 'Read a new password or token from stdin' },
  },
  examples: ['levelrail registries set ours --password', 'levelrail registries set ours --username robot'],
  async run(context, { registry: named, name, registry, username, password: asks, 'password-stdin': fromStdin }) {
    const { id } = await findRegistry(context, named)
    const password = asks || fromStdin ? await context.ask.secret('New password or token: ', { fromStdin }) : undefined
    const body = {
      ...(name === undefined ? {} : { name }),
      ...(registry === undefined ? {} : { registry_host: registry }),
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    }
    if (Object.keys(body).length === 0) throw invalid('nothing to change', 'name what to change, such as --password')
    const changed = await context.client.registryCredentialUpdate({ params: { id }, body })
    if (context.settings.json) context.output.json(changed)
    context.output.note(`${changed.name} is changed`)
    return undefined
  },
})
