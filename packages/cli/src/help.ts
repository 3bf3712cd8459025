// Help texts, made from the command table: short, with examples.
import type { AnyCommand } from './command.ts'
import { machineCommands } from './machine-commands.ts'
import { globalOptions, type Option, type Options } from './options.ts'
import { placeholder } from './parse-arguments.ts'

/** The words that groups of commands begin with, and what they are about. */
export const groups: Record<string, string> = {
  apps: 'Apps: what runs, and how it is',
  'apps env': 'Variables of an app',
  'apps drain': 'Where the logs of an app are forwarded to',
  'apps secrets': 'Secret variables of an app',
  'apps tasks': 'Commands of an app on a schedule',
  approvals: 'Deploys that wait for other people',
  auth: 'Sign in and out, and see who you are',
  certs: 'Certificates of the ingress',
  deploys: 'Deploys, and what became of them',
  domains: 'Names under which apps are reached',
  envs: 'Environments of a project, such as staging and production',
  freezes: 'Times in which deploys are held',
  ingress: 'The way of requests to apps',
  rules: 'What the ingress does with requests for an app',
  orgs: 'Organizations, which projects are filed under',
  projects: 'Projects, which apps are filed under',
  registries: 'Credentials for private images',
  tokens: 'API tokens for programs',
  users: 'People who can sign in',
  variables: 'Variables that are shared with apps',
  'variables secrets': 'Secret variables that are shared with apps',
}

/** More would hide the list of commands. */
const mostExamples = 6

export function commandHelp(command: AnyCommand): string {
  const names = Object.entries(command.arguments).map(([name, { optional, rest }]) =>
    optional ? `[${name.toUpperCase()}]` : rest ? `-- ${name.toUpperCase()}...` : name.toUpperCase(),
  )
  return sections([
    ['', [`${command.summary}.`, ...(command.details ? ['', ...command.details.split('\n')] : [])]],
    ['Usage', [['levelrail', command.name, ...names, '[options]'].join(' ')]],
    ['Arguments', pairs(Object.entries(command.arguments).map(([name, { what }]) => [name.toUpperCase(), what]))],
    ['Options', pairs(Object.entries(command.options).map(optionLine))],
    ['Global options', pairs(Object.entries<Option>(globalOptions).map(optionLine))],
    ['Examples', command.examples],
  ])
}

export function groupHelp(group: string, commands: readonly AnyCommand[]): string {
  const members = commands.filter(({ name }) => name.startsWith(`${group} `))
  return sections([
    ['', [`${groups[group] ?? group}.`]],
    ['Usage', [`levelrail ${group} COMMAND [options]`]],
    ['Commands', pairs(members.map(({ name, summary }) => [name, summary]))],
    ['Examples', members.flatMap(({ examples }) => examples.slice(0, 1)).slice(0, mostExamples)],
    ['', [`Help for one: levelrail ${group} COMMAND --help`]],
  ])
}

export function mainHelp(commands: readonly AnyCommand[]): string {
  const options: Options = globalOptions
  return sections([
    ['', ['Levelrail, a self-hosted deployment control plane.']],
    ['Usage', ['levelrail COMMAND [options]']],
    ['Commands', pairs(commands.map(({ name, summary }) => [name, summary]))],
    ['Commands that act on this machine', pairs(machineCommands.map(({ name, summary }) => [name, summary]))],
    ['Options', pairs(Object.entries(options).map(optionLine))],
    [
      'Examples',
      [
        'levelrail auth login --api-url https://levelrail.example.com',
        'levelrail status',
        'levelrail apps create web --image nginx:1.29 --port 80 --wait',
        'levelrail apps diagnose web',
      ],
    ],
    ['', ['Help for one: levelrail COMMAND --help']],
  ])
}

function optionLine([name, option]: [string, Option]): [string, string] {
  const often = option.kind === 'texts' || option.kind === 'choices' ? ' (may be repeated)' : ''
  const needed = 'required' in option && option.required ? ' (required)' : ''
  return [`--${name} ${placeholder(option)}`.trimEnd(), `${option.what}${often}${needed}`]
}

function pairs(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(28, Math.max(0, ...rows.map(([left]) => left.length)))
  return rows.map(([left, right]) =>
    left.length > width ? `${left}\n  ${' '.repeat(width)}  ${right}` : `${left.padEnd(width)}  ${right}`,
  )
}

function sections(parts: readonly (readonly [string, readonly string[]])[]): string {
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) =>
      title ? `${title}:\n${lines.map((line) => `  ${line}\n`).join('')}` : `${lines.join('\n')}\n`,
    )
    .join('\n')
}
