// The health checks of an app as options. Naming one part of a check leaves its others as they are.
import type { App, Probe } from '@levelrail/contract/schemas/apps.ts'
import { usage } from './exit-codes.ts'
import type { Options, OptionValues } from './options.ts'

type Kind = 'readiness' | 'liveness'

const parts = {
  http: { kind: 'text', value: '/PATH', what: 'a request for this path is answered with success' },
  tcp: { kind: 'flag', what: 'a connection is accepted' },
  command: { kind: 'texts', value: 'WORD', what: 'this command in the container succeeds, one option a word' },
  port: { kind: 'number', value: 'N', what: 'port that is asked (default the port of the app)' },
  interval: { kind: 'text', value: 'TIME', what: 'time between two checks, such as 5s' },
  timeout: { kind: 'text', value: 'TIME', what: 'longest wait for an answer' },
  failures: { kind: 'number', value: 'N', what: 'so many in a row count' },
  'start-period': { kind: 'text', value: 'TIME', what: 'failures count only after this long' },
} as const satisfies Options

type Prefixed<K extends Kind> = { [Part in keyof typeof parts as `${K}-${Part}`]: (typeof parts)[Part] }

export const probeOptions = {
  ...prefixed('readiness', 'Ready to serve when'),
  ...prefixed('liveness', 'Alive while'),
} satisfies Options

export const unsetProbeOptions = {
  'unset-readiness': { kind: 'flag', what: 'No readiness check of its own' },
  'unset-liveness': { kind: 'flag', what: 'No liveness check' },
} as const satisfies Options

type ProbeInput = OptionValues<typeof probeOptions> & Partial<OptionValues<typeof unsetProbeOptions>>

/** Undefined when nothing changes. */
export function healthAfter(input: ProbeInput, before: App['health']): App['health'] | undefined {
  const readiness = probeAfter('readiness', input, before.readiness)
  const liveness = probeAfter('liveness', input, before.liveness)
  if (readiness === undefined && liveness === undefined) return undefined
  return {
    ...before,
    ...(readiness === undefined ? {} : { readiness }),
    ...(liveness === undefined ? {} : { liveness }),
  }
}

function probeAfter(kind: Kind, input: ProbeInput, before: Probe | null): Probe | null | undefined {
  const target = targetOf(kind, input)
  const changes = timingOf({
    port: input[`${kind}-port` as const],
    interval: input[`${kind}-interval` as const],
    timeout: input[`${kind}-timeout` as const],
    failures: input[`${kind}-failures` as const],
    start_period: input[`${kind}-start-period` as const],
  })
  const isNamed = target !== undefined || Object.keys(changes).length > 0
  if (input[`unset-${kind}` as const]) {
    if (isNamed) throw usage(`--unset-${kind} excludes the other --${kind} options`, 'choose one')
    return null
  }
  if (!isNamed) return undefined
  // A command asks no port.
  const kept = target?.type === 'command' ? { ...before, port: undefined } : { ...before }
  if (target) return { ...timingOf(kept), ...target, ...changes }
  if (before) return { ...before, ...changes }
  throw usage(
    `there is no ${kind} check to change`,
    `say what it asks: --${kind}-http /PATH, --${kind}-tcp or --${kind}-command WORD`,
  )
}

function targetOf(kind: Kind, input: ProbeInput): Pick<Probe, 'type' | 'path' | 'command'> | undefined {
  const path = input[`${kind}-http` as const]
  const command = input[`${kind}-command` as const]
  const targets = [
    ...(path === undefined ? [] : [{ type: 'http' as const, path }]),
    ...(input[`${kind}-tcp` as const] ? [{ type: 'tcp' as const }] : []),
    ...(command.length === 0 ? [] : [{ type: 'command' as const, command }]),
  ]
  const [target, other] = targets
  if (target && other)
    throw usage(`--${kind}-${target.type} and --${kind}-${other.type} exclude each other`, 'choose one')
  return target
}

type Timing = Pick<Probe, 'port' | 'interval' | 'timeout' | 'failures' | 'start_period'>

/** Only what is there. */
function timingOf({ port, interval, timeout, failures, start_period }: Partial<Record<keyof Timing, unknown>>): Timing {
  const all = Object.entries({ port, interval, timeout, failures, start_period })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

function prefixed<K extends Kind>(kind: K, means: string): Prefixed<K> {
  const targets = ['http', 'tcp', 'command']
  const options = Object.entries(parts).map(([part, option]) => {
    const what = targets.includes(part) ? `${means} ${option.what}` : `Of the ${kind} check: ${option.what}`
    return [`${kind}-${part}`, { ...option, what }]
  })
  return Object.fromEntries(options) as Prefixed<K>
}
