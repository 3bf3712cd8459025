// The spec of an app: defaults, rules that a schema cannot say, and what of it makes a container another one.
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { AppCreate, AppSpec, AppUpdate } from '@levelrail/contract/schemas/apps.ts'
import { badRequest } from '../../errors.ts'
import { parseImageReference } from '../../lib/image-reference.ts'
import type { Parsed } from '../../lib/parsed.ts'
import { parseCpu, parseCpuset, parseMemory, parseSize } from '../../lib/quantity.ts'
import { parseDomain, plainDomain } from './domain.ts'

export const emptySpec: AppSpec = {
  image: '',
  port: null,
  env: {},
  secret_env: [],
  command: [],
  entrypoint: [],
  pull_policy: 'missing',
  resources: { memory: null, cpu: null, swap: null, cpuset: null },
  health: { readiness: null, liveness: null },
  labels: {},
  strategy: 'blue-green',
  replicas: 1,
  volumes: [],
  host_port: null,
  bind_address: 'private',
  domains: [],
  registry_credential_id: '',
  hooks: { pre_deploy: null, post_deploy: null },
  egress_policy: 'open',
  storage_target_id: '',
  auto_rollback: false,
  exec_enabled: false,
}

/** What an app has of its own in its environment: plain variables, and names of secrets. */
export type OwnEnv = Pick<AppSpec, 'env' | 'secret_env'>

/** A stored spec; what was written before a field existed has its default. */
export function fillSpec(stored: Partial<AppSpec>): AppSpec {
  return { ...emptySpec, ...stored }
}

export function readSpec(text: string): AppSpec {
  return fillSpec(JSON.parse(text))
}

/** Only the fields that are named change. */
export function mergeSpec(spec: AppSpec, changes: AppUpdate | AppCreate): AppSpec {
  const named = Object.entries(changes).filter(([field, value]) => Object.hasOwn(spec, field) && value !== undefined)
  const merged: AppSpec = { ...spec, ...Object.fromEntries(named) }
  return { ...merged, domains: merged.domains.map(plainDomain) }
}

/** Refuses what the schema lets through but cannot be right, naming the field. */
export function checkSpec(spec: AppSpec): void {
  if (spec.image !== '') refuseField('image', parseImageReference(spec.image))
  if (spec.resources.memory !== null) refuseField('resources.memory', parseMemory(spec.resources.memory ?? ''))
  if (spec.resources.swap !== null) refuseField('resources.swap', parseSize(spec.resources.swap ?? ''))
  if (spec.resources.cpu !== null) refuseField('resources.cpu', parseCpu(spec.resources.cpu ?? ''))
  if (spec.resources.cpuset !== null) refuseField('resources.cpuset', parseCpuset(spec.resources.cpuset ?? ''))
  if (spec.resources.swap !== null && spec.resources.memory === null)
    throw badRequest('resources.swap needs resources.memory')
  for (const kind of ['readiness', 'liveness'] as const) checkProbe(spec, kind)
  const reserved = Object.keys(spec.labels).find((label) => label.startsWith('levelrail.'))
  if (reserved)
    throw badRequest(`labels: ${JSON.stringify(reserved)} is ours: labels of yours may not start with "levelrail."`)
  refuseTwice(
    'volumes',
    spec.volumes.map(({ name }) => name),
  )
  refuseTwice(
    'volumes',
    spec.volumes.map(({ path }) => path),
  )
  refuseTwice(
    'secret_env',
    spec.secret_env.map(({ name }) => name),
  )
  refuseTwice('domains', spec.domains)
  for (const domain of spec.domains) refuseField('domains', parseDomain(domain))
  checkHostPort(spec)
  const path = spec.volumes.find((volume) => volume.path.split('/').includes('..'))?.path
  if (path) throw badRequest(`volumes: ${JSON.stringify(path)} must not hold ".."`)
}

/** An app that must not run twice at once is stopped before its next version starts; a port of the machine is held once. */
export function stopsFirst(spec: Pick<AppSpec, 'strategy' | 'volumes' | 'replicas' | 'host_port'>): boolean {
  return spec.strategy === 'recreate' || spec.host_port !== null || (spec.volumes.length > 0 && spec.replicas <= 1)
}

export function effectiveStrategy(spec: AppSpec): AppSpec['strategy'] {
  return stopsFirst(spec) ? 'recreate' : spec.strategy
}

/**
 * What makes a container another one. Replicas and live resources are not in it: they change without a new container.
 * Fields that came later are in it only when they are used, so that an upgrade recreates nothing.
 */
export function specHash(spec: AppSpec, imageId: string, env: Record<string, string>, nonce: string): string {
  const { port, command, entrypoint, labels, volumes, host_port, bind_address, egress_policy } = spec
  const shape = {
    ...{ port, command, entrypoint, labels, volumes },
    ...(host_port === null ? {} : { host_port, bind_address }),
    ...(egress_policy === 'open' ? {} : { egress_policy }),
  }
  const sorted = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([imageId, shape, sorted, nonce]))
    .digest('hex')
    .slice(0, 12)
}

/** Fields that need no new container: the engine changes them live, or they are the control plane's own business. */
const actAtOnce: (keyof AppSpec)[] = ['replicas', 'resources', 'domains', 'auto_rollback', 'exec_enabled']

/** Fields of the record that differ from what runs, so that nobody takes an edit for a change. */
export function pendingFields(spec: AppSpec, running: AppSpec | null, isEnvPending: boolean): string[] {
  if (!running) return []
  const changed = changedFields(spec, running).filter((field) => !actAtOnce.includes(field))
  return isEnvPending && !changed.includes('env') ? ['env', ...changed] : changed
}

export function changedFields(spec: AppSpec, other: AppSpec): (keyof AppSpec)[] {
  const fields = Object.keys(spec) as (keyof AppSpec)[]
  return fields.filter((field) => JSON.stringify(spec[field]) !== JSON.stringify(other[field]))
}

/** What the machine itself listens on: the ingress, the API, and the agents of other nodes. */
const reservedPorts = [80, 443, 8080, 9443]

function checkHostPort(spec: AppSpec): void {
  const { host_port: hostPort, bind_address: bindAddress, egress_policy: egress, port, replicas } = spec
  if (!['private', 'public'].includes(bindAddress) && isIP(bindAddress) === 0)
    throw badRequest(`bind_address: ${JSON.stringify(bindAddress)} must be private, public or an IP address`)
  if (hostPort === null) return
  if (reservedPorts.includes(hostPort))
    throw badRequest(`host_port: ${hostPort} is the machine's own (as are ${reservedPorts.join(', ')}): choose another`)
  if (port === null) throw badRequest('host_port needs port: say which port of the container it leads to')
  // The engine publishes nothing of a network without a way out, and does not say so.
  if (egress === 'internal')
    throw badRequest('host_port needs egress_policy open: a network without a way out cannot be reached from outside')
  if (replicas > 1)
    throw badRequest('host_port allows one replica only: set replicas to 1, or leave host_port out and use a domain')
}

function checkProbe(spec: AppSpec, kind: 'readiness' | 'liveness'): void {
  const probe = spec.health[kind]
  if (!probe) return
  const field = `health.${kind}`
  if (probe.type === 'command' && !probe.command)
    throw badRequest(`${field}.command is needed for a probe of type command`)
  if (probe.type !== 'command' && probe.port === undefined && spec.port === null) {
    throw badRequest(`${field}.port is needed, because the app has no port`)
  }
}

function refuseTwice(field: string, names: string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw badRequest(`${field}: ${JSON.stringify(twice)} is there twice`)
}

function refuseField(field: string, parsed: Parsed<unknown>): void {
  if (!parsed.ok) throw badRequest(`${field}: ${parsed.reason}`)
}
