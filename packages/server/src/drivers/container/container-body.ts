// What a ContainerSpec is in the words of the engine's API, with safe defaults on everything a spec does not ask for.
// Pure. Host paths, privileges, extra capabilities and the engine's socket are not refused here: no spec can say them.
import {
  type Capability,
  type ContainerSpec,
  DriverError,
  type NetworkAttachment,
  type Resources,
  type VolumeMount,
} from './container.ts'

/**
 * What entry points of common web and database images do as root before they step down: take over a data folder, become
 * another user, signal children, open a port below 1024. Left out of the engine's own set: NET_RAW (forging packets on
 * the shared network), MKNOD, SYS_CHROOT, SETFCAP, AUDIT_WRITE, FSETID (nothing such an app needs), and SETPCAP (only
 * takes capabilities away, and what it would take away is not there).
 */
const capabilities: Capability[] = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID']

const defaultPidsLimit = 512
const defaultLogMaxBytes = 10 * 1024 * 1024
const defaultLogMaxFiles = 3

const cpuPeriodMicroseconds = 100_000
/** An update cannot take a memory limit away (0 is "as before", -1 is refused), only raise it above any machine. */
const noMemoryLimit = 2 ** 50

export function containerBody(spec: ContainerSpec): object {
  const publish = spec.publish ?? []
  return {
    Image: spec.image,
    Env: Object.entries(spec.env).map(([key, value]) => `${key}=${value}`),
    Labels: spec.labels,
    ...(spec.command === undefined ? {} : { Cmd: spec.command }),
    ...(spec.entrypoint === undefined ? {} : { Entrypoint: spec.entrypoint }),
    ...(spec.user === undefined ? {} : { User: spec.user }),
    ...(spec.stopSignal === undefined ? {} : { StopSignal: spec.stopSignal }),
    ...(spec.stopGraceSeconds === undefined ? {} : { StopTimeout: spec.stopGraceSeconds }),
    ExposedPorts: Object.fromEntries(publish.map(({ containerPort }) => [`${containerPort}/tcp`, {}])),
    HostConfig: {
      ...limitsBody(spec),
      Privileged: false,
      CapDrop: ['ALL'],
      CapAdd: spec.capabilities ?? capabilities,
      SecurityOpt: ['no-new-privileges'],
      IpcMode: 'private',
      PidsLimit: spec.pidsLimit ?? defaultPidsLimit,
      // Reaps orphans and hands signals on, which few programs do as the first process.
      Init: spec.init ?? true,
      RestartPolicy: { Name: spec.isKeptUp === true ? 'unless-stopped' : 'no' },
      LogConfig: {
        Type: 'json-file',
        Config: {
          'max-size': String(spec.logMaxBytes ?? defaultLogMaxBytes),
          'max-file': String(spec.logMaxFiles ?? defaultLogMaxFiles),
        },
      },
      NetworkMode: typeof spec.network === 'string' ? spec.network : spec.network.name,
      PublishAllPorts: false,
      PortBindings: portBindings(publish),
      Mounts: (spec.mounts ?? []).map(mountBody),
    },
    ...(typeof spec.network === 'string'
      ? {}
      : { NetworkingConfig: { EndpointsConfig: { [spec.network.name]: endpointBody(spec.network) } } }),
  }
}

/** Limits of a new container: what is left out is left to the engine, which then has none. */
function limitsBody(resources: Resources): object {
  const { memoryBytes, memorySwapBytes, cpus, cpuset } = resources
  return {
    // Together, always: the engine's own default for swap is as much again as the memory limit.
    ...(memoryBytes === undefined ? {} : { Memory: memoryBytes, MemorySwap: memorySwapBytes ?? memoryBytes }),
    ...(cpus === undefined ? {} : cpuShare(cpus)),
    ...(cpuset === undefined ? {} : { CpusetCpus: cpuset }),
  }
}

/** Limits of a container that exists, where leaving out would mean "as before". `allCpus` is what lifts a CPU set. */
export function updateBody(resources: Resources, allCpus: string): object {
  const { memoryBytes, memorySwapBytes, cpus, cpuset } = resources
  return {
    Memory: memoryBytes ?? noMemoryLimit,
    MemorySwap: memoryBytes === undefined ? noMemoryLimit : (memorySwapBytes ?? memoryBytes),
    ...(cpus === undefined ? { CpuPeriod: cpuPeriodMicroseconds, CpuQuota: -1 } : cpuShare(cpus)),
    CpusetCpus: cpuset ?? allCpus,
  }
}

export interface LimitsAnswer {
  Memory: number
  MemorySwap: number
  CpuPeriod: number
  CpuQuota: number
  CpusetCpus: string
}

export function readLimits(found: LimitsAnswer): Resources {
  const isMemoryLimited = found.Memory > 0 && found.Memory < noMemoryLimit
  return {
    ...(isMemoryLimited ? { memoryBytes: found.Memory, memorySwapBytes: found.MemorySwap } : {}),
    ...(found.CpuQuota > 0 ? { cpus: found.CpuQuota / (found.CpuPeriod || cpuPeriodMicroseconds) } : {}),
    ...(found.CpusetCpus === '' ? {} : { cpuset: found.CpusetCpus }),
  }
}

export function endpointBody(network: NetworkAttachment): object {
  return {
    ...(network.address === undefined ? {} : { IPAMConfig: { IPv4Address: network.address } }),
    ...(network.aliases.length === 0 ? {} : { Aliases: network.aliases }),
  }
}

/** As a quota and not as NanoCpus, which an update can neither lift nor set beyond the CPUs of the machine. */
function cpuShare(cpus: number): object {
  return { CpuPeriod: cpuPeriodMicroseconds, CpuQuota: Math.round(cpus * cpuPeriodMicroseconds) }
}

function portBindings(publish: NonNullable<ContainerSpec['publish']>): Record<string, object[]> {
  const bindings: Record<string, object[]> = {}
  for (const { hostAddress, hostPort, containerPort } of publish) {
    const port = `${containerPort}/tcp`
    bindings[port] = [...(bindings[port] ?? []), { HostIp: hostAddress, HostPort: String(hostPort) }]
  }
  return bindings
}

function mountBody({ volume, path, readOnly = false }: VolumeMount): object {
  // The engine would read a path as a folder of the host, and no name at all as a new volume.
  if (!/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/.test(volume)) throw new DriverError('refused', `"${volume}" is not a volume name`)
  if (!/^\/./.test(path)) throw new DriverError('refused', `volume "${volume}" cannot be mounted at "${path}"`)
  return { Type: 'volume', Source: volume, Target: path, ReadOnly: readOnly }
}
