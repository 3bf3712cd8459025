// `levelrail apps drain clear`: stops forwarding the logs of an app. The logs themselves stay.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'

export const appsDrainClear = command({
  name: 'apps drain clear',
  summary: 'Stop forwarding the logs of an app',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps drain clear web'],
  async run({ client, output }, { name }) {
    await client.appLogDrainDelete({ params: { name } })
    output.note(`the logs of ${name} are not forwarded any more`)
    return undefined
  },
})
