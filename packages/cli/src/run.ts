// One run of the command line: find the command, read its words, do it, and say how it ended.
import { createClient } from '@levelrail/contract/client.ts'
import { allCommands } from './all-commands.ts'
import type { AnyCommand } from './command.ts'
import { connect } from './connection.ts'
import { type Ending, endingOf, usage } from './exit-codes.ts'
import { commandHelp, groupHelp, mainHelp } from './help.ts'
import { machineCommands } from './machine-commands.ts'
import { didYouMean } from './nearest.ts'
import { createOutput, type Output } from './output/output.ts'
import { locate, type Place, parseInput, wants } from './parse-arguments.ts'
import { createAsker } from './prompt.ts'
import { reportOf } from './report-error.ts'
import { type Credential, isColorWanted, readSettings } from './settings.ts'
import { version } from './version.ts'

export async function run(process: NodeJS.Process): Promise<Ending | { code: number }> {
  const [first, ...others] = process.argv.slice(2)
  const args = first === 'help' ? [...others, '--help'] : process.argv.slice(2)
  const output = createOutput({
    stdout: process.stdout,
    stderr: process.stderr,
    json: wants(args, '--json'),
    color: isColorWanted(process.env, wants(args, '--no-color')),
  })
  let credential: Credential | undefined
  try {
    const place = locate(args, allCommands)
    if (!place.command) return await explain(place, output, process.stderr)
    if (wants(place.rest, '--help', '-h')) return say(output, commandHelp(place.command))
    if (wants(place.rest, '--version')) return say(output, version)
    const command: AnyCommand = place.command
    const { input, globals } = parseInput(command, place.rest)
    const settings = await readSettings(process.env, globals)
    credential = settings.credential
    const connection = connect(settings)
    const ask = createAsker(process.stdin, process.stderr)
    const context = {
      settings,
      client: createClient(connection),
      connection,
      output,
      ask,
      now: new Date(),
      commands: allCommands,
    }
    return (await command.run(context, input)) ?? 'ok'
  } catch (error) {
    output.error(reportOf(error, credential))
    return endingOf(error)
  }
}

/** No command was named: help when it was asked for, otherwise what is wrong. */
async function explain({ group, unknown, rest }: Place, output: Output, stderr: NodeJS.WriteStream): Promise<Ending> {
  if (unknown !== undefined) throw unknownCommand(group, unknown)
  const help = group ? groupHelp(group, allCommands) : mainHelp(allCommands)
  if (wants(rest, '--version')) return say(output, version)
  if (wants(rest, '--help', '-h')) return say(output, help)
  const [option] = rest
  if (!group && option !== undefined) throw usage(`"${option}" alone does nothing`, 'see: levelrail --help')
  stderr.write(help)
  return 'usage'
}

function unknownCommand(group: string, word: string) {
  const name = group ? `${group} ${word}` : word
  if (!group && machineCommands.some((each) => each.name.split(' ')[0] === word)) {
    return usage(`"${word}" acts on this machine, not through the API`, `write it first: levelrail ${word}`)
  }
  const depth = name.split(' ').length
  const all = [...allCommands, ...machineCommands].map((each) => each.name.split(' ').slice(0, depth).join(' '))
  const meant = didYouMean(name, [...new Set(all)], (each) => `levelrail ${each}`)
  return usage(`unknown command "${name}"`, meant ?? `see: levelrail ${group ? `${group} ` : ''}--help`)
}

function say(output: Output, text: string): Ending {
  output.text(text)
  return 'ok'
}
