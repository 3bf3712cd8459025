// What a command is: its words, arguments, options, help and what it does. Help, parsing and
// completion all read this one description.
import type { Client, ClientOptions } from '@levelrail/contract/client.ts'
import type { Ending } from './exit-codes.ts'
import type { Arguments, ArgumentValues, Options, OptionValues } from './options.ts'
import type { Output } from './output/output.ts'
import type { Asker } from './prompt.ts'
import type { Settings } from './settings.ts'

/** What a command may use. */
export interface Context {
  settings: Settings
  /** The typed client, with the credential and the deadline set. */
  client: Client
  /** The same for `send`, where the headers of the answer are wanted. */
  connection: ClientOptions
  output: Output
  ask: Asker
  now: Date
  /** The table of commands itself. */
  commands: readonly AnyCommand[]
}

export interface Command<A extends Arguments = Arguments, O extends Options = Options> {
  /** The words that call it, such as `tokens create`. The file has the same path. */
  name: string
  summary: string
  /** More than the summary can hold, where there is more to know. */
  details?: string
  arguments: A
  options: O
  examples: readonly string[]
  /** Ends well unless it throws or returns another ending, or the code of a command that it ran elsewhere. */
  run(context: Context, input: ArgumentValues<A> & OptionValues<O>): Promise<Ending | { code: number } | undefined>
}

/** A command of any shape, for the table. */
export type AnyCommand = Command<Arguments, Options>

export function command<const A extends Arguments, const O extends Options>(spec: Command<A, O>): Command<A, O> {
  return spec
}
