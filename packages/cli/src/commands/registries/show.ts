// `levelrail registries show`: one credential, without its password.
import { command } from '../../command.ts'
import { findRegistry, registryArgument } from '../../find-registry.ts'
import { factsText } from '../../output/facts.ts'
import { relativeTime } from '../../output/relative-time.ts'

export const registriesShow = command({
  name: 'registries show',
  summary: 'Show a credential of a registry, without its password',
  arguments: { registry: registryArgument },
  options: {},
  examples: ['levelrail registries show ours'],
  async run(context, { registry }) {
    const found = await findRegistry(context, registry)
    if (context.settings.json) context.output.json(found)
    else
      context.output.text(
        factsText([
          ['Name', found.name],
          ['ID', found.id],
          ['Registry', found.registry_host],
          ['User', found.username],
          ['Last used', relativeTime(found.last_used_at, context.now, 'never')],
          ['It answered', found.last_result ?? ''],
        ]),
      )
    return undefined
  },
})
