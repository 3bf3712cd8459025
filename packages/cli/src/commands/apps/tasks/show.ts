// `levelrail apps tasks show`: one scheduled task, or one of its runs with what it wrote.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { runText, taskText } from '../../../output/task-text.ts'
import { taskArgument } from '../../../task-options.ts'

export const appsTasksShow = command({
  name: 'apps tasks show',
  summary: 'Show a scheduled task, or one of its runs with its output',
  arguments: { name: appArgument, task: taskArgument, run: { what: 'Id of a run, or latest', optional: true } },
  options: {},
  examples: ['levelrail apps tasks show web clean', 'levelrail apps tasks show web clean latest'],
  async run({ client, settings, output, now }, { name, task, run }) {
    const found =
      run === undefined
        ? await client.taskView({ params: { name, task } })
        : await client.taskRunView({ params: { name, task, runId: run } })
    if (settings.json) output.json(found)
    else output.text(('output' in found ? runText(found, now) : taskText(found, now)).trimEnd())
    return undefined
  },
})
