// `levelrail apps tasks run`: runs a task now, and waits for its end when asked to.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { Failure } from '../../../exit-codes.ts'
import { runText, runWords } from '../../../output/task-text.ts'
import { patienceFrom, pollUntil, timeoutWaitOption } from '../../../poll-until.ts'
import { taskArgument } from '../../../task-options.ts'

export const appsTasksRun = command({
  name: 'apps tasks run',
  summary: 'Run a scheduled task now',
  details: 'Prints the id of the run. With --wait it prints the output, and ends with 7 unless the run succeeded.',
  arguments: { name: appArgument, task: taskArgument },
  options: { wait: { kind: 'flag', what: 'Wait for the end and print the output' }, ...timeoutWaitOption },
  examples: ['levelrail apps tasks run web clean', 'levelrail apps tasks run web clean --wait'],
  async run({ client, settings, output, now }, { name, task, wait, 'timeout-wait': timeout }) {
    const patience = patienceFrom(timeout)
    const started = await client.taskRun({ params: { name, task } })
    if (!wait) {
      if (settings.json) output.json(started)
      else output.text(started.id)
      return undefined
    }
    const params = { name, task, runId: started.id }
    const look = async (signal: AbortSignal) => {
      const run = await client.taskRunView({ params, signal })
      return run.status === 'ended' ? run : undefined
    }
    const hint = `see: levelrail apps tasks show ${name} ${task} ${started.id}`
    const ended = await pollUntil(look, { patience, late: () => ({ error: `${task} still runs`, hint }) })
    if (settings.json) output.json(ended)
    else output.text(runText(ended, now).trimEnd())
    if (ended.outcome !== 'succeeded')
      throw new Failure('deployFailed', `${task} did not succeed: ${runWords(ended)}`, hint)
    return undefined
  },
})
