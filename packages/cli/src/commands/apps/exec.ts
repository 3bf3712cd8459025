// `levelrail apps exec`: one command in a replica; ends with its exit code.

import { createClient } from '@levelrail/contract/client.ts'
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { connect } from '../../connection.ts'
import { parseDuration } from '../../duration.ts'
import { invalid } from '../../exit-codes.ts'

const slackMs = 15_000

export const appsExec = command({
  name: 'apps exec',
  summary: 'Run one command in a replica of an app',
  details:
    'Ends with the exit code of the command; 124 when its time was up. No shell reads the words: for one, sh -c TEXT. The app must have exec_enabled.',
  arguments: { name: appArgument, command: { what: 'The program and its arguments, after --', rest: true } },
  options: {
    replica: { kind: 'number', value: 'N', what: 'This replica (default: any)' },
    'timeout-command': { kind: 'text', value: 'TIME', what: 'Longest run, such as 2m (default 30s, at most 10m)' },
  },
  examples: ['levelrail apps exec web -- env', "levelrail apps exec web --timeout-command 5m -- sh -c 'ls | wc -l'"],
  async run({ settings, output }, { name, command: words, replica, 'timeout-command': timeout = '30s' }) {
    const timeoutMs = parseDuration(timeout)
    if (timeoutMs === undefined) throw invalid(`--timeout-command "${timeout}" is not a duration such as 30s or 2m`)
    const client = createClient(connect({ ...settings, timeoutMs: Math.max(settings.timeoutMs, timeoutMs + slackMs) }))
    const body = { command: words, timeout, ...(replica !== undefined && { replica }) }
    const result = await client.appExec({ params: { name }, body })
    if (settings.json) output.json(result)
    else {
      output.raw(result.stdout)
      output.rawError(result.stderr)
      if (result.truncated) output.note('it wrote more than 1 MiB; the rest was dropped')
      if (result.timed_out) output.note(`it was ended after ${timeout}`)
    }
    return { code: result.exit_code }
  },
})
