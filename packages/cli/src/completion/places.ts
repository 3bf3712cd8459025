// What can follow where on a command line, for the shells: read from the command table alone.
import type { AnyCommand } from '../command.ts'
import { groups } from '../help.ts'
import { machineCommands } from '../machine-commands.ts'
import { globalOptions, type Option } from '../options.ts'

export interface CompletionWord {
  word: string
  what: string
}
export interface CompletionOption extends CompletionWord {
  /** Words to choose the value from, `path` for files, `any` for other values; a flag has none. */
  value?: readonly string[] | 'path' | 'any'
}
/** After these words, such as `tokens` or `tokens create`: the words and options that may come. */
export interface CompletionPlace {
  path: string
  words: CompletionWord[]
  options: CompletionOption[]
}

export function completionPlaces(commands: readonly AnyCommand[]): CompletionPlace[] {
  const named = [...commands, ...machineCommands].map(({ name, summary }) => ({ name, summary }))
  const firstWords = [...new Set(named.map(({ name }) => firstWord(name)))]
  const onGlobal = optionsOf(globalOptions)
  const top = firstWords.map((word) => ({
    word,
    what: named.find(({ name }) => name === word)?.summary ?? groups[word] ?? 'Images of the platform',
  }))
  const groupPlaces = firstWords.flatMap((path) => {
    const members = named.filter(({ name }) => name.startsWith(`${path} `))
    const words = members.map(({ name, summary }) => ({ word: name.slice(path.length + 1), what: summary }))
    return words.length > 0 ? [{ path, words, options: groups[path] ? onGlobal : [] }] : []
  })
  const leaves = commands.map((command) => ({
    path: command.name,
    words: Object.values(command.arguments).flatMap(({ of, what }) => (of ?? []).map((word) => ({ word, what }))),
    options: [...optionsOf(command.options), ...onGlobal],
  }))
  return [{ path: '', words: top, options: onGlobal }, ...groupPlaces, ...leaves]
}

function optionsOf(options: Record<string, Option>): CompletionOption[] {
  return Object.entries(options).map(([name, option]) => {
    const described = { word: `--${name}`, what: option.what }
    if (option.kind === 'flag') return described
    if ('of' in option) return { ...described, value: option.of }
    return { ...described, value: option.value === 'PATH' ? 'path' : 'any' }
  })
}

function firstWord(name: string): string {
  return name.split(' ', 1)[0] ?? name
}
