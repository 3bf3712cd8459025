// The settings of an app as a form holds them, as text, and back; and what differs, in words.
import type { App, AppUpdate, Hook, Probe } from '@levelrail/contract/schemas/apps.ts'
import type { Change } from '../components/change-list.tsx'
import { joinCommand, splitCommand } from './command-line.ts'
import { type Pair, pairsOf, recordOf } from './pair-rows.tsx'

export interface ProbeDraft {
  type: Probe['type'] | 'off'
  path: string
  port: string
  command: string
  interval: string
  timeout: string
  failures: string
  start_period: string
}

export interface HookDraft {
  line: string
  timeout: string
}

export interface AppDraft {
  image: string
  pull_policy: App['pull_policy']
  port: string
  replicas: string
  strategy: App['strategy']
  memory: string
  cpu: string
  swap: string
  cpuset: string
  readiness: ProbeDraft
  liveness: ProbeDraft
  command: string
  entrypoint: string
  labels: Pair[]
  volumes: Pair[]
  host_port: string
  bind: 'private' | 'public' | 'address'
  bind_ip: string
  domains: string
  registry_credential_id: string
  pre_deploy: HookDraft
  post_deploy: HookDraft
  egress_policy: App['egress_policy']
  auto_rollback: boolean
  exec_enabled: boolean
}

export function draftOf(app: App): AppDraft {
  return {
    image: app.image,
    pull_policy: app.pull_policy,
    port: app.port === null ? '' : String(app.port),
    replicas: String(app.replicas),
    strategy: app.strategy,
    memory: app.resources.memory ?? '',
    cpu: app.resources.cpu ?? '',
    swap: app.resources.swap ?? '',
    cpuset: app.resources.cpuset ?? '',
    readiness: probeDraft(app.health.readiness),
    liveness: probeDraft(app.health.liveness),
    command: app.command.join('\n'),
    entrypoint: app.entrypoint.join('\n'),
    labels: pairsOf(Object.entries(app.labels)),
    volumes: pairsOf(app.volumes.map(({ name, path }) => [name, path])),
    host_port: app.host_port === null ? '' : String(app.host_port),
    ...bindDraft(app.bind_address),
    domains: app.domains.join('\n'),
    registry_credential_id: app.registry_credential_id,
    pre_deploy: hookDraft(app.hooks.pre_deploy),
    post_deploy: hookDraft(app.hooks.post_deploy),
    egress_policy: app.egress_policy,
    auto_rollback: app.auto_rollback,
    exec_enabled: app.exec_enabled,
  }
}

/** Everything a form may change, whole; `app` keeps durations as they were written where their length is the same. */
function specOf(draft: AppDraft, app: App) {
  return {
    image: draft.image.trim(),
    pull_policy: draft.pull_policy,
    port: numberOf(draft.port) ?? null,
    replicas: numberOf(draft.replicas) ?? 0,
    strategy: draft.strategy,
    resources: {
      memory: textOf(draft.memory),
      cpu: textOf(draft.cpu),
      swap: textOf(draft.swap),
      cpuset: textOf(draft.cpuset),
    },
    health: {
      readiness: probeOf(draft.readiness, app.health.readiness),
      liveness: probeOf(draft.liveness, app.health.liveness),
    },
    command: linesOf(draft.command),
    entrypoint: linesOf(draft.entrypoint),
    labels: recordOf(draft.labels),
    volumes: Object.entries(recordOf(draft.volumes)).map(([name, path]) => ({ name, path })),
    host_port: numberOf(draft.host_port) ?? null,
    bind_address: draft.bind === 'address' ? draft.bind_ip.trim() : draft.bind,
    domains: linesOf(draft.domains).map((line) => line.trim()),
    registry_credential_id: draft.registry_credential_id,
    hooks: {
      pre_deploy: hookOf(draft.pre_deploy, app.hooks.pre_deploy),
      post_deploy: hookOf(draft.post_deploy, app.hooks.post_deploy),
    },
    egress_policy: draft.egress_policy,
    auto_rollback: draft.auto_rollback,
    exec_enabled: draft.exec_enabled,
  } satisfies AppUpdate
}

/** Only what differs, so that an edit of another field by somebody else is not undone. */
export function updateOf(draft: AppDraft, app: App): AppUpdate {
  const spec = specOf(draft, app)
  const before = new Map<string, unknown>(Object.entries(app))
  const changed = Object.entries(spec).filter(([field, value]) => !isSame(before.get(field), value))
  return Object.fromEntries(changed)
}

/** Field by field, nested ones by their path. */
export function changesBetween(before: object, after: object): Change[] {
  const was = flatten(before)
  const becomes = flatten(after)
  const fields = [...new Set([...was.keys(), ...becomes.keys()])]
  return fields
    .map((field): Change => [field, was.get(field) ?? 'none', becomes.get(field) ?? 'none'])
    .filter(([, old, fresh]) => old !== fresh)
}

/** `2m` -> "120" */
export function secondsOf(duration: string | undefined): string {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(duration ?? '')
  if (!match) return ''
  const seconds = { ms: 0.001, s: 1, m: 60, h: 3_600, d: 86_400 }
  return String(Number(match[1]) * (seconds[match[2] as keyof typeof seconds] ?? 1))
}

/** "0.5" -> `500ms`; what was written before stays when it says the same. */
export function durationOf(seconds: string, before: string | undefined): string | undefined {
  const value = numberOf(seconds)
  if (value === undefined) return undefined
  if (before !== undefined && Number(secondsOf(before)) === value) return before
  return Number.isInteger(value) ? `${value}s` : `${Math.round(value * 1_000)}ms`
}

function probeDraft(probe: Probe | null): ProbeDraft {
  return {
    type: probe?.type ?? 'off',
    path: probe?.path ?? '',
    port: probe?.port === undefined ? '' : String(probe.port),
    command: probe?.command?.join('\n') ?? '',
    interval: secondsOf(probe?.interval),
    timeout: secondsOf(probe?.timeout),
    failures: probe?.failures === undefined ? '' : String(probe.failures),
    start_period: secondsOf(probe?.start_period),
  }
}

function probeOf(draft: ProbeDraft, before: Probe | null): Probe | null {
  if (draft.type === 'off') return null
  const isCommand = draft.type === 'command'
  const parts = {
    path: draft.type === 'http' ? (textOf(draft.path) ?? undefined) : undefined,
    port: isCommand ? undefined : numberOf(draft.port),
    command: isCommand ? linesOf(draft.command) : undefined,
    interval: durationOf(draft.interval, before?.interval),
    timeout: durationOf(draft.timeout, before?.timeout),
    failures: numberOf(draft.failures),
    start_period: durationOf(draft.start_period, before?.start_period),
  }
  const given = Object.entries(parts).filter(([, value]) => value !== undefined)
  return { type: draft.type, ...Object.fromEntries(given) }
}

function bindDraft(address: string): Pick<AppDraft, 'bind' | 'bind_ip'> {
  return address === 'private' || address === 'public'
    ? { bind: address, bind_ip: '' }
    : { bind: 'address', bind_ip: address }
}

function hookDraft(hook: Hook | null): HookDraft {
  return { line: joinCommand(hook?.command ?? []), timeout: secondsOf(hook?.timeout) }
}

function hookOf({ line, timeout }: HookDraft, before: Hook | null): Hook | null {
  const { words } = splitCommand(line)
  if (words.length === 0) return null
  const duration = durationOf(timeout, before?.timeout)
  return { command: words, ...(duration === undefined ? {} : { timeout: duration }) }
}

function flatten(value: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, part] of Object.entries(value)) {
    const field = `${prefix}${key}`
    if (part === null || part === undefined || part === '') continue
    if (Array.isArray(part)) {
      if (part.length > 0) found.set(field, part.map(itemWords).join(' '))
    } else if (typeof part === 'object') {
      for (const [inner, words] of flatten(part, `${field}.`)) found.set(inner, words)
    } else found.set(field, String(part))
  }
  return found
}

function itemWords(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  return Object.values(item).join(' at ')
}

/** Order of fields does not count: the server may tell them in another. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)))
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

export function textOf(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

export function numberOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text)
}
