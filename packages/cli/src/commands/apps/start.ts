// `levelrail apps start`: runs an app again that was stopped.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'

export const appsStart = command({
  name: 'apps start',
  summary: 'Start an app that was stopped',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps start web', 'levelrail apps start web && levelrail apps wait web'],
  async run({ client, settings, output }, { name }) {
    const app = await client.appStart({ params: { name } })
    if (settings.json) output.json(app)
    output.note(`${app.name} is being started; wait for it with: levelrail apps wait ${app.name}`)
    return undefined
  },
})
