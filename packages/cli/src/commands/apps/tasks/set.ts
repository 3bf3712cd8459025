// `levelrail apps tasks set`: changes of a scheduled task what is named.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { usage } from '../../../exit-codes.ts'
import { taskText } from '../../../output/task-text.ts'
import { taskArgument, taskChanges, taskOptions } from '../../../task-options.ts'

export const appsTasksSet = command({
  name: 'apps tasks set',
  summary: 'Change a scheduled task, only what is named',
  arguments: { name: appArgument, task: taskArgument },
  options: {
    ...taskOptions,
    enable: { kind: 'flag', what: 'Turn it on' },
    disable: { kind: 'flag', what: 'Turn it off; nothing of it is lost' },
  },
  examples: ['levelrail apps tasks set web clean --schedule "@hourly"', 'levelrail apps tasks set web clean --disable'],
  async run({ client, settings, output, now }, { name, task, enable, disable, ...input }) {
    if (enable && disable) throw usage('--enable and --disable exclude each other', 'choose one')
    const body = { ...taskChanges(input), ...(enable && { enabled: true }), ...(disable && { enabled: false }) }
    if (Object.keys(body).length === 0) throw usage('nothing to change', 'name at least one setting')
    const changed = await client.taskUpdate({ params: { name, task }, body })
    if (settings.json) output.json(changed)
    else output.text(taskText(changed, now).trimEnd())
    return undefined
  },
})
