// `levelrail envs protect`: deploys into the environment need a confirmation from now on, or no longer.
import { command } from '../../command.ts'
import { environmentArgument } from '../../group-arguments.ts'

export const envsProtect = command({
  name: 'envs protect',
  summary: 'Want a confirmation for deploys into an environment',
  arguments: { environment: environmentArgument },
  options: { off: { kind: 'flag', what: 'No longer' } },
  examples: ['levelrail envs protect ID', 'levelrail envs protect ID --off'],
  async run({ client, settings, output }, { environment: id, off }) {
    const environment = await client.environmentUpdate({ params: { id }, body: { protected: !off } })
    if (settings.json) output.json(environment)
    output.note(`"${environment.name}" is ${off ? 'no longer protected' : 'protected: deploys need --confirm'}`)
    return undefined
  },
})
