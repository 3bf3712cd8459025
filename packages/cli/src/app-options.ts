// The settings of an app as options, and from them the fields of the API. A map or a list changes by its entries, so
// that naming one variable leaves the others as they are.
import type { App, AppUpdate } from '@levelrail/contract/schemas/apps.ts'
import { invalid, usage } from './exit-codes.ts'
import { hookOptions, hooksAfter, unsetHookOptions } from './hook-options.ts'
import { didYouMean } from './nearest.ts'
import type { Argument, Options, OptionValues } from './options.ts'
import { healthAfter, probeOptions, unsetProbeOptions } from './probe-options.ts'

export const appArgument = { what: 'Name of the app' } as const satisfies Argument

export const confirmOption = {
  confirm: { kind: 'flag', what: 'Yes, although its environment is protected' },
} as const satisfies Options

export const overrideOption = {
  'override-freeze': { kind: 'text', value: 'REASON', what: 'Go past a freeze window, and say why' },
} as const satisfies Options

export function overrideFrom(reason: string | undefined) {
  return reason === undefined ? {} : { override_freeze: true, override_reason: reason }
}

export const appOptions = {
  image: { kind: 'text', value: 'IMAGE', what: 'Container image, such as nginx:1.29' },
  port: { kind: 'number', value: 'N', what: 'Port that the app listens on' },
  env: { kind: 'texts', value: 'KEY=VALUE', what: 'Plain variable; secrets go in with: levelrail apps secrets set' },
  replicas: { kind: 'number', value: 'N', what: 'How many containers' },
  memory: { kind: 'text', value: 'SIZE', what: 'Most memory of a container, such as 512Mi' },
  cpu: { kind: 'text', value: 'N', what: 'Most processors of a container, such as 0.5' },
  volume: { kind: 'texts', value: 'NAME:/PATH', what: 'Volume that outlives the containers, and where it appears' },
  swap: { kind: 'text', value: 'SIZE', what: 'Swap on top of memory, such as 256Mi' },
  cpuset: { kind: 'text', value: 'LIST', what: 'Processors that a container may use, such as 0-1,3' },
  command: { kind: 'texts', value: 'WORD', what: 'Command of the container, one --command a word' },
  entrypoint: { kind: 'texts', value: 'WORD', what: 'Entry point of the container, one --entrypoint a word' },
  label: { kind: 'texts', value: 'KEY=VALUE', what: 'Label of the containers' },
  domain: { kind: 'texts', value: 'HOST[/PATH]', what: 'Domain of the app; recorded, nothing serves it yet' },
  'host-port': { kind: 'number', value: 'N', what: 'Port of the machine that leads to the port of the app' },
  'bind-address': { kind: 'text', value: 'ADDRESS', what: 'Where it listens: private, public or an IP address' },
  egress: { kind: 'choice', of: ['open', 'internal'], what: 'Whether containers may reach out of their project' },
  'registry-credential': { kind: 'text', value: 'ID', what: 'Credential that its image is pulled with' },
  'pull-policy': { kind: 'choice', of: ['missing', 'always', 'never'], what: 'When a deploy pulls the image' },
  exec: { kind: 'choice', of: ['on', 'off'], what: 'Allow commands and terminals in containers; on needs root' },
  'auto-rollback': { kind: 'choice', of: ['on', 'off'], what: 'Go back by itself when it crashes again and again' },
  strategy: { kind: 'choice', of: ['blue-green', 'rolling', 'recreate'], what: 'How a deploy replaces what runs' },
  ...probeOptions,
  ...hookOptions,
} as const satisfies Options

export const unsetOptions = {
  'unset-port': { kind: 'flag', what: 'No port' },
  'unset-env': { kind: 'texts', value: 'KEY', what: 'Take a plain variable away' },
  'unset-memory': { kind: 'flag', what: 'No limit of memory' },
  'unset-cpu': { kind: 'flag', what: 'No limit of processors' },
  'unset-swap': { kind: 'flag', what: 'No swap' },
  'unset-cpuset': { kind: 'flag', what: 'Any processor' },
  'unset-command': { kind: 'flag', what: 'The command of the image' },
  'unset-entrypoint': { kind: 'flag', what: 'The entry point of the image' },
  'unset-label': { kind: 'texts', value: 'KEY', what: 'Take a label away' },
  'unset-domain': { kind: 'texts', value: 'HOST[/PATH]', what: 'Take a domain away' },
  'unset-host-port': { kind: 'flag', what: 'No port of the machine' },
  'unset-registry-credential': { kind: 'flag', what: 'No credential' },
  'unset-volume': { kind: 'texts', value: 'NAME', what: 'Take a volume from the app; its data stay' },
  ...unsetProbeOptions,
  ...unsetHookOptions,
} as const satisfies Options

export type AppInput = OptionValues<typeof appOptions> & Partial<OptionValues<typeof unsetOptions>>
export type Before = Pick<App, 'env' | 'resources' | 'volumes' | 'labels' | 'domains' | 'health' | 'hooks'>

export const nothingBefore: Before = {
  env: {},
  resources: { memory: null, cpu: null, swap: null, cpuset: null },
  volumes: [],
  labels: {},
  domains: [],
  health: { readiness: null, liveness: null },
  hooks: { pre_deploy: null, post_deploy: null },
}

/** Only the fields that the options name. */
export function appChanges(input: AppInput, before: Before): AppUpdate {
  const port = oneOfTwo('port', input.port, input['unset-port'])
  const memory = oneOfTwo('memory', input.memory, input['unset-memory'])
  const cpu = oneOfTwo('cpu', input.cpu, input['unset-cpu'])
  const swap = oneOfTwo('swap', input.swap, input['unset-swap'])
  const cpuset = oneOfTwo('cpuset', input.cpuset, input['unset-cpuset'])
  const hostPort = oneOfTwo('host-port', input['host-port'], input['unset-host-port'])
  const credential = oneOfTwo('registry-credential', input['registry-credential'], input['unset-registry-credential'])
  const command = oneOfTwo('command', someOf(input.command), input['unset-command'])
  const entrypoint = oneOfTwo('entrypoint', someOf(input.entrypoint), input['unset-entrypoint'])
  const labels = entriesAfter('label', before.labels, input.label.map(labelOf), input['unset-label'])
  const domains = entriesAfter(
    'domain',
    Object.fromEntries(before.domains.map((domain) => [domain, ''])),
    input.domain.map((domain): Entry => [domain, '']),
    input['unset-domain'],
  )
  const env = entriesAfter('env', before.env, input.env.map(variableOf), input['unset-env'])
  const paths = Object.fromEntries(before.volumes.map(({ name, path }) => [name, path]))
  const volumes = entriesAfter('volume', paths, input.volume.map(volumeOf), input['unset-volume'])
  const health = healthAfter(input, before.health)
  const hooks = hooksAfter(input, before.hooks)
  const limits = {
    ...(memory === undefined ? {} : { memory }),
    ...(cpu === undefined ? {} : { cpu }),
    ...(swap === undefined ? {} : { swap }),
    ...(cpuset === undefined ? {} : { cpuset }),
  }
  return {
    ...(input.image === undefined ? {} : { image: input.image }),
    ...(port === undefined ? {} : { port }),
    ...(env === undefined ? {} : { env }),
    ...(input.replicas === undefined ? {} : { replicas: input.replicas }),
    ...(Object.keys(limits).length === 0 ? {} : { resources: { ...before.resources, ...limits } }),
    ...(volumes === undefined ? {} : { volumes: Object.entries(volumes).map(([name, path]) => ({ name, path })) }),
    ...(input.strategy === undefined ? {} : { strategy: input.strategy }),
    ...(command === undefined ? {} : { command: command ?? [] }),
    ...(entrypoint === undefined ? {} : { entrypoint: entrypoint ?? [] }),
    ...(labels === undefined ? {} : { labels }),
    ...(domains === undefined ? {} : { domains: Object.keys(domains) }),
    ...(hostPort === undefined ? {} : { host_port: hostPort }),
    ...(input['bind-address'] === undefined ? {} : { bind_address: input['bind-address'] }),
    ...(input.egress === undefined ? {} : { egress_policy: input.egress }),
    ...(credential === undefined ? {} : { registry_credential_id: credential ?? '' }),
    ...(input['pull-policy'] === undefined ? {} : { pull_policy: input['pull-policy'] }),
    ...(input.exec === undefined ? {} : { exec_enabled: input.exec === 'on' }),
    ...(health === undefined ? {} : { health }),
    ...(hooks === undefined ? {} : { hooks }),
    ...(input['auto-rollback'] === undefined ? {} : { auto_rollback: input['auto-rollback'] === 'on' }),
  }
}

export function oneOfTwo<T>(name: string, value: T | undefined, isUnset = false): T | null | undefined {
  if (value !== undefined && isUnset) throw usage(`--${name} and --unset-${name} exclude each other`, 'choose one')
  return isUnset ? null : value
}

function someOf(words: readonly string[]): string[] | undefined {
  return words.length > 0 ? [...words] : undefined
}

export type Entry = readonly [name: string, value: string]

/** Undefined when nothing changes. */
export function entriesAfter(
  option: string,
  before: Record<string, string>,
  set: readonly Entry[],
  unset: readonly string[] = [],
): Record<string, string> | undefined {
  if (set.length === 0 && unset.length === 0) return undefined
  const unknown = unset.find((name) => !Object.hasOwn(before, name))
  if (unknown !== undefined)
    throw invalid(
      `--unset-${option} "${unknown}": there is no such thing`,
      didYouMean(unknown, Object.keys(before)) ?? 'see: levelrail apps show',
    )
  const both = set.find(([name]) => unset.includes(name))
  if (both) throw usage(`"${both[0]}" is in both --${option} and --unset-${option}`, 'choose one')
  const kept = Object.entries(before).filter(([name]) => !unset.includes(name))
  return Object.fromEntries([...kept, ...set])
}

export function variableOf(text: string): Entry {
  const [, key, value] = text.match(/^([^=]+)=([\s\S]*)$/) ?? []
  if (key === undefined || value === undefined) throw usage(`--env "${text}" has no value`, 'write --env KEY=VALUE')
  return [key, value]
}

function labelOf(text: string): Entry {
  const [, key, value] = text.match(/^([^=]+)=([\s\S]*)$/) ?? []
  if (key === undefined || value === undefined) throw usage(`--label "${text}" has no value`, 'write --label KEY=VALUE')
  return [key, value]
}

function volumeOf(text: string): Entry {
  const [, name, path] = text.match(/^([^:]+):(\/[\s\S]+)$/) ?? []
  if (name === undefined || path === undefined)
    throw usage(`--volume "${text}" does not say where it appears`, 'write --volume NAME:/PATH')
  return [name, path]
}
