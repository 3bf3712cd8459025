// `levelrail apps tasks delete`: removes a scheduled task with its history.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { taskArgument } from '../../../task-options.ts'

export const appsTasksDelete = command({
  name: 'apps tasks delete',
  summary: 'Remove a scheduled task and its history; a run under way is cancelled',
  arguments: { name: appArgument, task: taskArgument },
  options: {},
  examples: ['levelrail apps tasks delete web clean'],
  async run({ client, output }, { name, task }) {
    await client.taskDelete({ params: { name, task } })
    output.note(`task ${task} of ${name} is removed`)
    return undefined
  },
})
