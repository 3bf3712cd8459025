// Containers of the fake engine. Each behaves like the test app: it runs at once, listens on PORT, crashes as its
// environment or its image's name tells, and stops when asked.
import { constants } from 'node:os'
import { DriverError, type EngineContainers, type ListedContainer, type LogLine } from './container.ts'
import { containerBody } from './container-body.ts'
import { type FakeContainer, type FakeWorld, fakeId } from './fake-world.ts'
import { addressAt, addressCount } from './subnet.ts'

export function fakeContainers(world: FakeWorld): EngineContainers {
  return {
    async listContainers(labels, signal) {
      await world.enter(signal)
      const all = [...world.containers.values()].map(({ told }) => told)
      return all.filter((told) => hasLabels(told.labels, labels)).map(listed)
    },
    async inspectContainer(id, signal) {
      await world.enter(signal)
      return structuredClone(world.find(id).told)
    },
    async createContainer(spec, signal) {
      await world.enter(signal)
      // What the real driver refuses is refused here too.
      containerBody(spec)
      const image = world.images.get(spec.image) ?? [...world.images.values()].find(({ id }) => id === spec.image)
      if (image === undefined) throw new DriverError('not-found', `No such image: ${spec.image}`)
      if ([...world.containers.values()].some(({ told }) => told.name === spec.name))
        throw new DriverError('conflict', `Conflict. The container name "/${spec.name}" is already in use`)
      for (const { volume } of spec.mounts ?? [])
        if (!world.volumes.has(volume)) world.volumes.set(volume, { name: volume, labels: {}, createdAt: world.now() })
      const container = newContainer(world, structuredClone(spec), image.id)
      world.containers.set(container.told.id, container)
      world.tellOf(container, 'create')
      return container.told.id
    },
    async updateResources(id, resources, signal) {
      await world.enter(signal)
      const { memoryBytes, memorySwapBytes = memoryBytes } = resources
      if (memoryBytes !== undefined && memoryBytes < 6 * 1024 * 1024)
        throw new DriverError('refused', 'Minimum memory limit allowed is 6MB')
      world.find(id).told.resources = { ...resources, ...(memorySwapBytes === undefined ? {} : { memorySwapBytes }) }
    },
    async startContainer(id, signal) {
      await world.enter(signal)
      start(world, world.find(id))
    },
    async stopContainer(id, _graceSeconds, signal) {
      await world.enter(signal)
      const container = world.find(id)
      if (container.told.state === 'running') endContainer(world, container, 0)
    },
    async killContainer(id, signalName, signal) {
      await world.enter(signal)
      const name = signalName.replace(/^(?!SIG)/, 'SIG')
      const number = Object.entries(constants.signals).find(([known]) => known === name)?.[1]
      if (number === undefined) throw new DriverError('refused', `Invalid signal: ${signalName}`)
      const container = world.find(id)
      if (container.told.state !== 'running') throw new DriverError('conflict', `Container ${id} is not running`)
      endContainer(world, container, name === 'SIGTERM' || name === 'SIGINT' ? 0 : 128 + number)
    },
    async removeContainer(id, signal) {
      await world.enter(signal)
      const container = [...world.containers.values()].find(({ told }) => told.id === id || told.name === id)
      if (container === undefined) return
      if (container.told.state === 'running') endContainer(world, container, 137)
      world.containers.delete(container.told.id)
      world.tellOf(container, 'destroy')
    },
    async waitContainer(id, signal) {
      await world.enter(signal)
      const { told } = world.find(id)
      while (told.state === 'running') {
        await world.change(signal)
        await world.enter(signal)
      }
      return { exitCode: told.exitCode ?? 0 }
    },
    async *logs(id, options, signal) {
      await world.enter(signal)
      const { log, told } = world.find(id)
      const { tail = log.length, since = '', until, follow = false, timestamps = false } = options
      const from = typeof since === 'string' ? since : stampAt(since)
      for (let next = Math.max(0, log.length - tail); ; ) {
        for (; next < log.length; next++) {
          const line = log[next]
          if (!line?.at || stampAt(line.at) < from || (until && line.at > until)) continue
          yield timestamps ? { ...line, stamp: stampAt(line.at) } : { ...line, at: undefined }
        }
        if (!follow || told.state !== 'running' || signal.aborted) return
        await world.change(signal)
        if (world.isAway) throw new DriverError('unreachable', 'the engine closed its log stream')
      }
    },
    async unpackInto(id, folder, archive, signal) {
      await world.enter(signal)
      if (!folder.startsWith('/')) throw new DriverError('refused', `"${folder}" is not a folder`)
      world.find(id).unpacked.push({ folder, archive })
    },
    async readListeningPorts(id, signal) {
      await world.enter(signal)
      const { told, listening } = world.find(id)
      if (told.state !== 'running') throw new DriverError('conflict', `container ${id} does not run`)
      return structuredClone(listening)
    },
  }
}

/** Milliseconds are all that the fake knows: lines of the same one share their stamp. */
function stampAt(at: Date): string {
  return at.toISOString().replace('Z', '000000Z')
}

export function hasLabels(labels: Record<string, string>, wanted: Record<string, string>): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value)
}

export function endContainer(world: FakeWorld, container: FakeContainer, exitCode: number): void {
  Object.assign(container.told, { state: 'exited', exitCode, finishedAt: world.now(), addresses: {}, pid: 0 })
  world.tellOf(container, 'die', { exitCode: String(exitCode) })
}

export function runOutOfMemory(world: FakeWorld, container: FakeContainer): void {
  container.told.oomKilled = true
  world.tellOf(container, 'oom')
  endContainer(world, container, 137)
}

export function writeLog(world: FakeWorld, container: FakeContainer, line: string, stream: LogLine['stream']): void {
  container.log.push({ stream, at: world.now(), line })
  world.tell()
}

/** Gives it an address on each of its networks, the fixed one or the first that is free. */
export function giveAddresses(world: FakeWorld, container: FakeContainer): void {
  for (const { name, address } of container.networks) {
    const network = world.networks.get(name)
    if (network === undefined) throw new DriverError('not-found', `network ${name} not found`)
    const others = [...world.containers.values()].filter((other) => other !== container)
    const taken = new Set([network.gateway, ...others.map(({ told }) => told.addresses[name])])
    if (address !== undefined && taken.has(address)) throw new DriverError('conflict', 'Address already in use')
    container.told.addresses[name] = address ?? firstFree(network.subnet, taken)
  }
}

function firstFree(subnet: string, taken: Set<string | undefined>): string {
  for (let place = 2; place < addressCount(subnet) - 1; place++) {
    const address = addressAt(subnet, place)
    if (!taken.has(address)) return address
  }
  throw new DriverError('failed', `no available IPv4 addresses on this network's address pools: ${subnet}`)
}

function start(world: FakeWorld, container: FakeContainer): void {
  const { told, spec } = container
  if (told.state === 'running') return
  const [program = ''] = [...(spec.entrypoint ?? []), ...(spec.command ?? [])]
  const cannotRun = program.startsWith('/no/such') || spec.image.includes('bad-command')
  if (cannotRun && spec.init === false) {
    const error = `OCI runtime create failed: exec: "${program}": stat ${program}: no such file or directory: unknown`
    Object.assign(told, { exitCode: 127, error })
    throw new DriverError('refused', error)
  }
  refuseTakenPorts(world, container)
  giveAddresses(world, container)
  const again = { exitCode: undefined, oomKilled: false, error: '', finishedAt: undefined }
  Object.assign(told, { state: 'running', startedAt: world.now(), pid: 4242, ...again })
  world.tellOf(container, 'start')
  if (cannotRun) {
    writeLog(world, container, `[FATAL tini (7)] exec ${program} failed: No such file or directory`, 'stderr')
    endContainer(world, container, 127)
  } else behave(world, container)
}

/** What the test app would do, told by its environment, or what the image's name says. */
function behave(world: FakeWorld, container: FakeContainer): void {
  const { env, image } = container.spec
  const crash = env.CRASH_AT_START ?? (image.includes('crashes') ? '1' : undefined)
  if (crash !== undefined) {
    writeLog(world, container, 'crashing at start, as told', 'stderr')
    endContainer(world, container, Number(crash))
    return
  }
  if (image.includes('runs-out-of-memory')) runOutOfMemory(world, container)
  if (image.includes('runs-out-of-memory') || image.includes('never-ready')) return
  const port = image.includes('listens-elsewhere') ? 3000 : Number(env.PORT ?? 8080)
  container.listening = [{ port, isLoopbackOnly: env.LISTEN_ADDRESS?.startsWith('127.') ?? false }]
  writeLog(world, container, `test-app ${env.VERSION ?? '1'} listening on port ${port}`, 'stdout')
}

function refuseTakenPorts(world: FakeWorld, container: FakeContainer): void {
  for (const { told, spec } of world.containers.values()) {
    if (told.state !== 'running') continue
    for (const { hostAddress, hostPort } of container.spec.publish ?? [])
      if (spec.publish?.some((other) => other.hostPort === hostPort && other.hostAddress === hostAddress))
        throw new DriverError('conflict', `Bind for ${hostAddress}:${hostPort} failed: port is already allocated`)
  }
}

function newContainer(world: FakeWorld, spec: FakeContainer['spec'], imageId: string): FakeContainer {
  const { memoryBytes, memorySwapBytes = memoryBytes, cpus, cpuset } = spec
  const resources = { memoryBytes, memorySwapBytes, cpus, cpuset }
  const told: FakeContainer['told'] = {
    id: fakeId(),
    name: spec.name,
    labels: spec.labels,
    imageId,
    state: 'created',
    addresses: {},
    createdAt: world.now(),
    exitCode: undefined,
    oomKilled: false,
    startedAt: undefined,
    finishedAt: undefined,
    error: '',
    health: undefined,
    pid: 0,
    resources: Object.fromEntries(Object.entries(resources).filter(([, limit]) => limit !== undefined)),
  }
  return {
    spec,
    told,
    networks: typeof spec.network === 'string' ? [] : [spec.network],
    log: [],
    listening: [],
    unpacked: [],
  }
}

function listed(told: FakeContainer['told']): ListedContainer {
  const { id, name, labels, imageId, state, addresses, createdAt } = structuredClone(told)
  return { id, name, labels, imageId, state, addresses, createdAt }
}
