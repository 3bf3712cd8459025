// `levelrail apps tasks list`: scheduled tasks of an app, when they run next and how the last run went.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { taskColumns } from '../../../output/task-text.ts'

export const appsTasksList = command({
  name: 'apps tasks list',
  summary: 'List the scheduled tasks of an app',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps tasks list web'],
  async run({ client, settings, output, now }, { name }) {
    const tasks = await client.taskList({ params: { name } })
    if (settings.json) output.json(tasks)
    else if (tasks.length === 0)
      output.note(`${name} has no tasks, add one with: levelrail apps tasks add ${name} NAME`)
    else output.table(taskColumns(now), tasks)
    return undefined
  },
})
