// `levelrail apps failure-context`: the last lines of the container that was active last.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'

export const appsFailureContext = command({
  name: 'apps failure-context',
  summary: 'Print the last lines of the newest container of an app',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps failure-context web'],
  async run({ client, settings, output }, { name }) {
    const context = await client.appFailureContext({ params: { name } })
    if (settings.json) output.json(context)
    else output.lines(context.lines)
    output.note(`the last ${context.lines.length} of ${context.total_available} lines of ${context.container}`)
    return undefined
  },
})
