// `levelrail envs compare`: the shared variables of two environments, and what differs. Secrets are never shown.
import { command } from '../../command.ts'
import { environmentArgument, projectArgument } from '../../group-arguments.ts'
import { compareColumns } from '../../output/variable-text.ts'

export const envsCompare = command({
  name: 'envs compare',
  summary: 'Compare the shared variables of two environments',
  details: 'Shows what differs; of secrets only that both have one, as "masked".',
  arguments: { project: projectArgument, a: environmentArgument, b: environmentArgument },
  options: {},
  examples: ['levelrail envs compare PROJECT_ID STAGING_ID PRODUCTION_ID'],
  async run({ client, settings, output }, { project: id, a, b }) {
    const comparison = await client.environmentCompare({ params: { id }, query: { a, b } })
    if (settings.json) output.json(comparison)
    else if (comparison.diff.length === 0) output.note('they share the same variables')
    else output.table(compareColumns(comparison), comparison.diff)
    return undefined
  },
})
