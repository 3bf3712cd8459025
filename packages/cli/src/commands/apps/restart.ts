// `levelrail apps restart`: makes the containers of an app anew, with settings and variables of now.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'

export const appsRestart = command({
  name: 'apps restart',
  summary: 'Restart an app with its settings and variables of now',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps restart web'],
  async run({ client, settings, output }, { name }) {
    const app = await client.appRestart({ params: { name } })
    if (settings.json) output.json(app)
    output.note(`${app.name} is being restarted; wait for it with: levelrail apps wait ${app.name}`)
    return undefined
  },
})
