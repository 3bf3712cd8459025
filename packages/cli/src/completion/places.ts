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
  const onGlobal = optionsOf(globalOptions)
  const groupPaths = [...new Set(named.flatMap(({ name }) => groupsOf(name)))]
  const below = (path: string): CompletionWord[] => {
    const words = named.flatMap(({ name }) => wordAfter(path, name))
    return [...new Set(words)].map((word) => {
      const name = path ? `${path} ${word}` : word
      const what = named.find((each) => each.name === name)?.summary ?? groups[name] ?? 'Images of the platform'
      return { word, what }
    })
  }
  const groupPlaces = groupPaths.map((path) => ({ path, words: below(path), options: groups[path] ? onGlobal : [] }))
  const leaves = commands.map((command) => ({
    path: command.name,
    words: Object.values(command.arguments).flatMap(({ of, what }) => (of ?? []).map((word) => ({ word, what }))),
    options: [...optionsOf(command.options), ...onGlobal],
  }))
  return [{ path: '', words: below(''), options: onGlobal }, ...groupPlaces, ...leaves]
}

function optionsOf(options: Record<string, Option>): CompletionOption[] {
  return Object.entries(options).map(([name, option]) => {
    const described = { word: `--${name}`, what: option.what }
    if (option.kind === 'flag') return described
    if ('of' in option) return { ...described, value: option.of }
    return { ...described, value: option.value === 'PATH' ? 'path' : 'any' }
  })
}

/** `apps` and `apps secrets` for `apps secrets set`. */
export function groupsOf(name: string): string[] {
  const words = name.split(' ')
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '))
}

function wordAfter(path: string, name: string): string[] {
  const start = path ? `${path} ` : ''
  return name.startsWith(start) ? name.slice(start.length).split(' ', 1) : []
}
