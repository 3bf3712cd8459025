// `levelrail apps shell`: a terminal in a replica; ends with the exit code of the shell.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'

export const appsShell = command({
  name: 'apps shell',
  summary: 'Open a terminal in a replica of an app',
  details: 'Ends with the exit code of the shell. What is started in it ends with it. The app must have exec_enabled.',
  arguments: { name: appArgument },
  options: { replica: { kind: 'number', value: 'N', what: 'This replica (default: any)' } },
  examples: ['levelrail apps shell web', 'levelrail apps shell web --replica 1'],
  async run({ connection }, { name, replica }) {
    const { stdin, stdout } = process
    if (!stdin.isTTY || !stdout.isTTY)
      throw usage('there is no terminal here', `for one command: levelrail apps exec ${name} -- COMMAND`)
    const { attachTerminal } = await import('../../attach-terminal.ts')
    return { code: await attachTerminal(connection, { name, replica }, { stdin, stdout }) }
  },
})
