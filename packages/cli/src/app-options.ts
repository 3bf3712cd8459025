// The settings of an app as options, and from them the fields of the API. A map or a list changes by its entries, so
// that naming one variable leaves the others as they are.
import type { App, AppUpdate } from '@levelrail/contract/schemas/apps.ts'
import { invalid, usage } from './exit-codes.ts'
import { didYouMean } from './nearest.ts'
import type { Argument, Options, OptionValues } from './options.ts'

export const appArgument = { what: 'Name of the app' } as const satisfies Argument

export const confirmOption = {
  confirm: { kind: 'flag', what: 'Yes, although its environment is protected' },
} as const satisfies Options

export const appOptions = {
  image: { kind: 'text', value: 'IMAGE', what: 'Container image, such as nginx:1.29' },
  port: { kind: 'number', value: 'N', what: 'Port that the app listens on' },
  env: { kind: 'texts', value: 'KEY=VALUE', what: 'Plain variable; secrets go in with: levelrail apps secrets set' },
  replicas: { kind: 'number', value: 'N', what: 'How many containers' },
  memory: { kind: 'text', value: 'SIZE', what: 'Most memory of a container, such as 512Mi' },
  cpu: { kind: 'text', value: 'N', what: 'Most processors of a container, such as 0.5' },
  volume: { kind: 'texts', value: 'NAME:/PATH', what: 'Volume that outlives the containers, and where it appears' },
  strategy: { kind: 'choice', of: ['blue-green', 'rolling', 'recreate'], what: 'How a deploy replaces what runs' },
} as const satisfies Options

export const unsetOptions = {
  'unset-port': { kind: 'flag', what: 'No port' },
  'unset-env': { kind: 'texts', value: 'KEY', what: 'Take a plain variable away' },
  'unset-memory': { kind: 'flag', what: 'No limit of memory' },
  'unset-cpu': { kind: 'flag', what: 'No limit of processors' },
  'unset-volume': { kind: 'texts', value: 'NAME', what: 'Take a volume from the app; its data stay' },
} as const satisfies Options

export type AppInput = OptionValues<typeof appOptions> & Partial<OptionValues<typeof unsetOptions>>
export type Before = Pick<App, 'env' | 'resources' | 'volumes'>

export const nothingBefore: Before = {
  env: {},
  resources: { memory: null, cpu: null, swap: null, cpuset: null },
  volumes: [],
}

/** Only the fields that the options name. */
export function appChanges(input: AppInput, before: Before): AppUpdate {
  const port = oneOfTwo('port', input.port, input['unset-port'])
  const memory = oneOfTwo('memory', input.memory, input['unset-memory'])
  const cpu = oneOfTwo('cpu', input.cpu, input['unset-cpu'])
  const env = entriesAfter('env', before.env, input.env.map(variableOf), input['unset-env'])
  const paths = Object.fromEntries(before.volumes.map(({ name, path }) => [name, path]))
  const volumes = entriesAfter('volume', paths, input.volume.map(volumeOf), input['unset-volume'])
  const limits = { ...(memory === undefined ? {} : { memory }), ...(cpu === undefined ? {} : { cpu }) }
  return {
    ...(input.image === undefined ? {} : { image: input.image }),
    ...(port === undefined ? {} : { port }),
    ...(env === undefined ? {} : { env }),
    ...(input.replicas === undefined ? {} : { replicas: input.replicas }),
    ...(Object.keys(limits).length === 0 ? {} : { resources: { ...before.resources, ...limits } }),
    ...(volumes === undefined ? {} : { volumes: Object.entries(volumes).map(([name, path]) => ({ name, path })) }),
    ...(input.strategy === undefined ? {} : { strategy: input.strategy }),
  }
}

function oneOfTwo<T>(name: string, value: T | undefined, isUnset = false): T | null | undefined {
  if (value !== undefined && isUnset) throw usage(`--${name} and --unset-${name} exclude each other`, 'choose one')
  return isUnset ? null : value
}

type Entry = readonly [name: string, value: string]

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

function volumeOf(text: string): Entry {
  const [, name, path] = text.match(/^([^:]+):(\/[\s\S]+)$/) ?? []
  if (name === undefined || path === undefined)
    throw usage(`--volume "${text}" does not say where it appears`, 'write --volume NAME:/PATH')
  return [name, path]
}
