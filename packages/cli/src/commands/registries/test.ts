// `levelrail registries test`: signs in to the registry and tells what it answered.
import { command } from '../../command.ts'
import { findRegistry, registryArgument } from '../../find-registry.ts'

export const registriesTest = command({
  name: 'registries test',
  summary: 'Sign in to a registry with its credential and tell what it answered',
  arguments: { registry: registryArgument },
  options: {},
  examples: ['levelrail registries test ours'],
  async run(context, { registry }) {
    const { id, registry_host } = await findRegistry(context, registry)
    const result = await context.client.registryCredentialTest({ params: { id } })
    if (context.settings.json) context.output.json(result)
    else context.output.text(`${registry_host} ${result.accepted ? 'took it' : 'did not take it'}: ${result.answer}`)
    return result.accepted ? undefined : 'api'
  },
})
