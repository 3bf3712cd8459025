// From the words of a command line to a command and its values; every mistake is named with the fix.
import type { AnyCommand, Command } from './command.ts'
import { invalid, usage } from './exit-codes.ts'
import { didYouMean } from './nearest.ts'
import {
  type Arguments,
  type ArgumentValues,
  type GlobalValues,
  globalOptions,
  type Option,
  type Options,
  type OptionValues,
} from './options.ts'

/** Where a command line leads: a command, or a group (`tokens`, or nothing) and the word that led nowhere. */
export interface Place {
  group: string
  command?: AnyCommand
  unknown?: string
  rest: string[]
}

type Value = string | number | boolean | string[] | undefined

export function locate(args: readonly string[], commands: readonly AnyCommand[]): Place {
  const rest: string[] = []
  let group = ''
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (word.startsWith('-')) {
      rest.push(word)
      if (takesNextWord(word)) rest.push(...args.slice(++index, index + 1))
      continue
    }
    const name = group ? `${group} ${word}` : word
    const command = commands.find((each) => each.name === name)
    // `apps env effective web` is not `apps env` of an app called so.
    const isLonger = commands.some((each) => each.name === `${name} ${args[index + 1]}`)
    if (command && !isLonger) return { group, command, rest: [...rest, ...args.slice(index + 1)] }
    if (!commands.some((each) => each.name.startsWith(`${name} `))) return { group, unknown: word, rest }
    group = name
  }
  return { group, rest }
}

/** Whether one of these flags is there, known before the rest can be read: help, and how to print an error. */
export function wants(rest: readonly string[], ...names: string[]): boolean {
  const end = rest.indexOf('--')
  return (end < 0 ? rest : rest.slice(0, end)).some((word) => names.includes(word))
}

export function parseInput<A extends Arguments, O extends Options>(
  command: Command<A, O>,
  rest: readonly string[],
): { input: ArgumentValues<A> & OptionValues<O>; globals: GlobalValues } {
  const options: Options = { ...globalOptions, ...command.options }
  const { given, words } = split(rest, options, command.name)
  const named = argumentValues(command, words)
  const values = Object.entries(command.options).map(([name, option]) => [
    name,
    optionValue(name, option, given, command),
  ])
  const globals = Object.entries(globalOptions).map(([name, option]) => [
    name,
    optionValue(name, option, given, command),
  ])
  return {
    input: { ...named, ...Object.fromEntries(values) } as ArgumentValues<A> & OptionValues<O>,
    globals: Object.fromEntries(globals) as GlobalValues,
  }
}

function split(rest: readonly string[], options: Options, name: string) {
  const given = new Map<string, string[]>()
  const words: string[] = []
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? ''
    if (word === '--') {
      words.push(...rest.slice(index + 1))
      break
    }
    if (!word.startsWith('--')) {
      if (word.startsWith('-') && word !== '-') throw unknownOption(word, options, name)
      words.push(word)
      continue
    }
    const [, key = '', inline] = word.match(/^--([^=]+)(?:=([\s\S]*))?$/) ?? []
    const option = Object.hasOwn(options, key) ? options[key] : undefined
    if (!option) throw unknownOption(`--${key}`, options, name)
    if (option.kind === 'flag' && inline !== undefined) throw usage(`--${key} takes no value`)
    const value = option.kind === 'flag' ? '' : (inline ?? rest[++index])
    if (value === undefined) throw usage(`--${key} needs a value`, `write --${key} ${placeholder(option)}`)
    given.set(key, [...(given.get(key) ?? []), value])
  }
  return { given, words }
}

function argumentValues(command: Command, words: readonly string[]): Record<string, Value> {
  const specs = Object.entries(command.arguments)
  if (words.length > specs.length && !specs.at(-1)?.[1].rest) {
    throw usage(`unexpected argument "${words[specs.length]}"`, `see: levelrail ${command.name} --help`)
  }
  return Object.fromEntries(
    specs.map(([name, spec], index) => {
      const word = words[index]
      if (word === undefined && !spec.optional) {
        throw usage(`missing ${name.toUpperCase()}`, `see: levelrail ${command.name} --help`)
      }
      if (word !== undefined && spec.of && !spec.of.includes(word)) {
        throw usage(`unknown ${name} "${word}"`, didYouMean(word, spec.of) ?? `see: levelrail ${command.name} --help`)
      }
      return [name, spec.rest ? words.slice(index) : word]
    }),
  )
}

function optionValue(name: string, option: Option, given: Map<string, string[]>, command: Command): Value {
  const texts = given.get(name) ?? []
  if (texts.length === 0 && 'required' in option && option.required) {
    throw usage(`missing --${name} ${placeholder(option)}`, `see: levelrail ${command.name} --help`)
  }
  switch (option.kind) {
    case 'flag':
      return texts.length > 0
    case 'number':
      return texts.map((text) => wholeNumber(name, text)).at(-1)
    case 'text':
      return single(name, texts)
    case 'texts':
      return texts
    case 'choice':
      return single(
        name,
        texts.map((text) => oneOf(name, text, option.of)),
      )
    case 'choices':
      return texts.flatMap((text) => text.split(',')).map((text) => oneOf(name, text, option.of))
  }
}

function single(name: string, texts: readonly string[]): string | undefined {
  if (texts.length > 1) throw usage(`--${name} was given ${texts.length} times`, 'give it once')
  return texts[0]
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalid(`--${name} "${text}" is not a whole number`)
  return Number(text)
}

function oneOf(name: string, text: string, choices: readonly string[]): string {
  if (!choices.includes(text)) throw invalid(`--${name} "${text}" is unknown`, `choose from: ${choices.join(', ')}`)
  return text
}

function unknownOption(word: string, options: Options, name: string) {
  const meant = didYouMean(word.replace(/^-+/, ''), Object.keys(options), (each) => `--${each}`)
  return usage(`unknown option "${word}"`, meant ?? `see: levelrail ${name} --help`)
}

function takesNextWord(word: string): boolean {
  const option: Option | undefined = Object.entries(globalOptions).find(([name]) => word === `--${name}`)?.[1]
  return option !== undefined && option.kind !== 'flag'
}

/** What stands for the value in help and messages. */
export function placeholder(option: Option): string {
  if (option.kind === 'flag') return ''
  return 'of' in option ? option.of.join('|') : option.value
}
