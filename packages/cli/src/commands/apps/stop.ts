// `levelrail apps stop`: removes the containers of an app until it is started again.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'

export const appsStop = command({
  name: 'apps stop',
  summary: 'Stop an app; its settings and volumes stay',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps stop web'],
  async run({ client, settings, output }, { name }) {
    const app = await client.appStop({ params: { name } })
    if (settings.json) output.json(app)
    output.note(`${app.name} is being stopped; its volumes stay. Start it with: levelrail apps start ${app.name}`)
    return undefined
  },
})
