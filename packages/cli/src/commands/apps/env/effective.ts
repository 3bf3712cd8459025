// `levelrail apps env effective`: what an app gets from all layers, and where each value comes from.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { changeColumns, effectiveColumns } from '../../../output/variable-text.ts'

export const appsEnvEffective = command({
  name: 'apps env effective',
  summary: 'Show the variables of an app from all layers',
  details:
    'Lowest to highest: organization, project, environment, app, secrets of the app. --pending shows what differs from what runs.',
  arguments: { name: appArgument },
  options: { pending: { kind: 'flag', what: 'Only what takes effect with the next deploy or restart' } },
  examples: ['levelrail apps env effective web', 'levelrail apps env effective web --pending'],
  async run({ client, settings, output }, { name, pending }) {
    if (pending) {
      const changes = await client.appEnvPending({ params: { name } })
      if (settings.json) output.json(changes)
      else if (changes.length === 0) output.note(`${name} runs with its variables of now`)
      else output.table(changeColumns, changes)
      return undefined
    }
    const env = await client.appEnvEffective({ params: { name } })
    if (settings.json) output.json(env)
    else if (env.length === 0) output.note(`${name} has no variables`)
    else output.table(effectiveColumns, env)
    return undefined
  },
})
