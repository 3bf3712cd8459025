// `levelrail registries delete`: forgets a credential that no app uses.
import { command } from '../../command.ts'
import { findRegistry, registryArgument } from '../../find-registry.ts'

export const registriesDelete = command({
  name: 'registries delete',
  summary: 'Forget a credential of a registry; refused while apps use it',
  arguments: { registry: registryArgument },
  options: {},
  examples: ['levelrail registries delete ours'],
  async run(context, { registry }) {
    const { id, name } = await findRegistry(context, registry)
    await context.client.registryCredentialDelete({ params: { id } })
    context.output.note(`${name} is forgotten`)
    return undefined
  },
})
