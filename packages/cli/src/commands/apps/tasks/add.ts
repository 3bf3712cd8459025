// `levelrail apps tasks add`: schedules a command of an app.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { usage } from '../../../exit-codes.ts'
import { taskText } from '../../../output/task-text.ts'
import { taskArgument, taskChanges, taskOptions } from '../../../task-options.ts'

export const appsTasksAdd = command({
  name: 'apps tasks add',
  summary: 'Schedule a command in a container of its own',
  details: 'Each run has the image, variables, volumes and limits of what the app runs at that moment.',
  arguments: { name: appArgument, task: taskArgument },
  options: { ...taskOptions, disabled: { kind: 'flag', what: 'Turned off for now' } },
  examples: [
    'levelrail apps tasks add web clean --schedule "0 3 * * *" --arg bin/clean --arg --all',
    'levelrail apps tasks add web report --schedule "0 9 * * 1-5" --time-zone Europe/Berlin --shell "bin/report | bin/send"',
  ],
  async run({ client, settings, output, now }, { name, task, disabled, ...input }) {
    const { schedule, command: words, ...rest } = taskChanges(input)
    if (schedule === undefined) throw usage('--schedule is missing', 'write --schedule "0 3 * * *"')
    if (words === undefined) throw usage('the command is missing', 'write it with --arg, word by word, or with --shell')
    const body = { name: task, schedule, command: words, ...rest, ...(disabled && { enabled: false }) }
    const made = await client.taskCreate({ params: { name }, body })
    if (settings.json) output.json(made)
    else output.text(taskText(made, now).trimEnd())
    return undefined
  },
})
