// The settings of a scheduled task as options.
import { overlaps, type TaskUpdate } from '@levelrail/contract/schemas/tasks.ts'
import { usage } from './exit-codes.ts'
import type { Argument, Options, OptionValues } from './options.ts'

export const taskArgument = { what: 'Name of the task' } as const satisfies Argument

export const taskOptions = {
  schedule: { kind: 'text', value: 'CRON', what: 'Five fields, such as "0 3 * * *"' },
  'time-zone': { kind: 'text', value: 'ZONE', what: 'IANA name, such as Europe/Berlin (default UTC)' },
  arg: { kind: 'texts', value: 'WORD', what: 'The command, word by word: --arg bin/clean --arg --all' },
  shell: { kind: 'text', value: 'LINE', what: 'The command as a line for /bin/sh -c, instead of --arg' },
  overlap: { kind: 'choice', of: overlaps, what: 'When the run before has not ended (default skip)' },
  'task-timeout': { kind: 'text', value: 'TIME', what: 'Longest run, such as 10m (default 1h)' },
} as const satisfies Options

/** Only the fields that the options name. */
export function taskChanges(input: OptionValues<typeof taskOptions>): TaskUpdate {
  if (input.arg.length > 0 && input.shell !== undefined)
    throw usage('--arg and --shell exclude each other', 'choose one')
  const command = input.shell === undefined ? input.arg : ['/bin/sh', '-c', input.shell]
  return {
    ...(input.schedule === undefined ? {} : { schedule: input.schedule }),
    ...(input['time-zone'] === undefined ? {} : { time_zone: input['time-zone'] }),
    ...(command.length === 0 ? {} : { command }),
    ...(input.overlap === undefined ? {} : { overlap: input.overlap }),
    ...(input['task-timeout'] === undefined ? {} : { timeout: input['task-timeout'] }),
  }
}
