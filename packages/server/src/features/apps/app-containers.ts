// How a replica becomes a container: labels that carry the truth, a fixed address, named volumes, limits.
import type { AppSpec, Probe, Resources } from '@levelrail/contract/schemas/apps.ts'
import type { ContainerSpec, Resources as EngineResources } from '../../drivers/container/container.ts'
import type { ProbeTarget } from '../../drivers/probe/probe.ts'
import { parseDuration } from '../../lib/duration.ts'
import { parseCpu, parseMemory, parseSize } from '../../lib/quantity.ts'

export const labels = {
  instance: 'levelrail.instance',
  app: 'levelrail.app',
  deploy: 'levelrail.deploy',
  replica: 'levelrail.replica',
  hash: 'levelrail.spec-hash',
  run: 'levelrail.run',
  runOf: 'levelrail.run-of',
} as const

export interface ReplicaPlan {
  app: string
  instanceId: string
  deployId: string
  hash: string
  number: number
  name: string
  address: string
  imageId: string
  spec: AppSpec
  env: Record<string, string>
  network: string
  stopGraceSeconds: number
}

export function replicaContainer(plan: ReplicaPlan): ContainerSpec {
  const { spec } = plan
  return {
    name: plan.name,
    image: plan.imageId,
    env: plan.env,
    labels: {
      ...spec.labels,
      [labels.instance]: plan.instanceId,
      [labels.app]: plan.app,
      [labels.deploy]: plan.deployId,
      [labels.replica]: String(plan.number),
      [labels.hash]: plan.hash,
    },
    ...(spec.command.length > 0 ? { command: spec.command } : {}),
    ...(spec.entrypoint.length > 0 ? { entrypoint: spec.entrypoint } : {}),
    stopGraceSeconds: plan.stopGraceSeconds,
    network: { name: plan.network, address: plan.address, aliases: [plan.app] },
    mounts: mountsOf(plan),
    ...engineResources(spec.resources),
    ...(spec.host_port === null || spec.port === null
      ? {}
      : { publish: [{ hostAddress: hostAddress(spec), hostPort: spec.host_port, containerPort: spec.port }] }),
  }
}

export interface RunPlan extends Omit<ReplicaPlan, 'hash' | 'number'> {
  run: string
  command: string[]
}

/**
 * A container that is not a replica: it runs one command as it stands and ends. It has no name on the network, so that
 * no request meant for the app reaches it, and not the label by which replicas are found.
 */
export function runContainer(plan: RunPlan): ContainerSpec {
  const { spec, command } = plan
  return {
    name: plan.name,
    image: plan.imageId,
    env: plan.env,
    labels: {
      [labels.instance]: plan.instanceId,
      [labels.run]: plan.run,
      [labels.runOf]: plan.app,
      [labels.deploy]: plan.deployId,
    },
    entrypoint: command.slice(0, 1),
    command: command.slice(1),
    stopGraceSeconds: plan.stopGraceSeconds,
    network: { name: plan.network, address: plan.address, aliases: [] },
    mounts: mountsOf(plan),
    ...engineResources(spec.resources),
  }
}

export function runContainerName(instanceId: string, { app, id }: { app: string; id: string }): string {
  return `${containerPrefix(app, instanceId)}-run-${id.slice(-10)}`
}

function mountsOf({ spec, instanceId, app }: Pick<ReplicaPlan, 'spec' | 'instanceId' | 'app'>) {
  return spec.volumes.map(({ name, path }) => ({ volume: volumeName(instanceId, app, name), path }))
}

const hostAddresses: Record<string, string> = { private: '127.0.0.1', public: '0.0.0.0' }

function hostAddress({ bind_address: bind }: AppSpec): string {
  return hostAddresses[bind] ?? bind
}

export function volumeName(instanceId: string, app: string, volume: string): string {
  return `levelrail-${shortInstance(instanceId)}-${app}-${volume}`
}

/** Prefix of container names: for people, who look for the app first. */
export function containerPrefix(app: string, instanceId: string): string {
  return `${app}-${shortInstance(instanceId)}`
}

export function networkName(instanceId: string): string {
  return `levelrail-${shortInstance(instanceId)}`
}

/** The texts were checked when the spec was saved. */
export function engineResources(resources: Resources): EngineResources {
  const memory = resources.memory === null ? undefined : valueIn(parseMemory(resources.memory))
  const swap = resources.swap === null ? 0 : (valueIn(parseSize(resources.swap)) ?? 0)
  const cpus = resources.cpu === null ? undefined : valueIn(parseCpu(resources.cpu))
  return {
    ...(memory === undefined ? {} : { memoryBytes: memory, memorySwapBytes: memory + swap }),
    ...(cpus === undefined ? {} : { cpus }),
    ...(resources.cpuset === null ? {} : { cpuset: resources.cpuset }),
  }
}

/** How readiness is asked: as configured, else by connecting to the port, else undefined: running is all there is. */
export function readinessTarget(
  spec: AppSpec,
  address: string,
  container: string,
): { target: ProbeTarget; timeoutMs: number } | undefined {
  return probeTarget(spec, spec.health.readiness ?? (spec.port === null ? null : { type: 'tcp' }), address, container)
}

export function livenessTarget(
  spec: AppSpec,
  address: string,
  container: string,
): { target: ProbeTarget; timeoutMs: number } | undefined {
  return probeTarget(spec, spec.health.liveness, address, container)
}

function probeTarget(
  spec: AppSpec,
  probe: Probe | null,
  address: string,
  container: string,
): { target: ProbeTarget; timeoutMs: number } | undefined {
  if (!probe) return undefined
  const timeoutMs = parseDuration(probe.timeout ?? '2s') ?? 2000
  const port = probe.port ?? spec.port ?? 80
  if (probe.type === 'command')
    return { target: { type: 'command', container, command: probe.command ?? [] }, timeoutMs }
  if (probe.type === 'tcp') return { target: { type: 'tcp', address, port }, timeoutMs }
  return { target: { type: 'http', address, port, path: probe.path ?? '/' }, timeoutMs }
}

function shortInstance(instanceId: string): string {
  return instanceId.slice(-4)
}

function valueIn<T>(parsed: { ok: true; value: T } | { ok: false }): T | undefined {
  return parsed.ok ? parsed.value : undefined
}
