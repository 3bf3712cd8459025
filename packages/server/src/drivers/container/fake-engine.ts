// An engine in memory, for tests that need many containers and no machine. The contract suite in
// `test/support/engine-contract.ts` holds it to what the real one does.
//
// Image names that do wrong: `fails-to-pull`, `not-in-registry`, `bad-command`, `crashes`, `runs-out-of-memory`,
// `never-ready` (runs, listens nowhere), `listens-elsewhere` (on 3000, whatever PORT says).
import { createHash } from 'node:crypto'
import { Duplex, PassThrough } from 'node:stream'
import {
  type ContainerEngine,
  type DiskUse,
  DriverError,
  type EngineCommands,
  type EngineImage,
  type EngineImages,
  type EngineNetworks,
  type EngineVolumes,
  type ExecOptions,
  type ExecResult,
  type ListeningPort,
  type LogLine,
} from './container.ts'
import { endContainer, fakeContainers, giveAddresses, hasLabels, runOutOfMemory, writeLog } from './fake-containers.ts'
import { FakeWorld, fakeId } from './fake-world.ts'
import { addressAt } from './subnet.ts'

export interface FakeEngine extends ContainerEngine {
  /** As if it had been pulled or built. Gives its id. */
  addImage(reference: string, image?: Partial<EngineImage>): string
  /** The first process ends by itself. */
  endContainer(id: string, exitCode: number): void
  runOutOfMemory(id: string): void
  writeLog(id: string, line: string, stream?: LogLine['stream']): void
  listenOn(id: string, ports: ListeningPort[]): void
  /** Until it comes back every call fails as `unreachable`, and event streams end so. Containers run on. */
  goAway(): void
  comeBack(): void
}

export interface FakeEngineOptions {
  now?: () => Date
  /** Answers commands that are run in containers; left out, only `echo`, `true` and `false` are known. */
  onExec?: (containerId: string, options: ExecOptions) => Partial<ExecResult>
}

export function fakeEngine({ now = () => new Date(), onExec = fewCommands }: FakeEngineOptions = {}): FakeEngine {
  const world = new FakeWorld(now)
  return {
    async ping(signal) {
      await world.enter(signal)
      return { engine: '20.10.24', api: '1.41', architecture: 'amd64' }
    },
    events: (signal, onOpen) => world.events(signal, onOpen),
    readDiskUse: (signal) => readDiskUse(world, signal),
    ...fakeImages(world),
    ...fakeContainers(world),
    ...fakeCommands(world, onExec),
    ...fakeNetworks(world),
    ...fakeVolumes(world),
    addImage: (reference, image = {}) => addImage(world, reference, image),
    endContainer: (id, exitCode) => endContainer(world, world.find(id), exitCode),
    runOutOfMemory: (id) => runOutOfMemory(world, world.find(id)),
    writeLog: (id, line, stream = 'stdout') => writeLog(world, world.find(id), line, stream),
    listenOn: (id, ports) => void Object.assign(world.find(id), { listening: ports }),
    goAway() {
      world.isAway = true
      world.tell()
    },
    comeBack() {
      world.isAway = false
    },
  }
}

function fakeImages(world: FakeWorld): EngineImages {
  const find = (reference: string) => {
    const isIt = ({ id, digests }: EngineImage) => id === reference || digests.includes(reference)
    const found = world.images.get(reference) ?? [...world.images.values()].find(isIt)
    if (found === undefined) throw new DriverError('not-found', `No such image: ${reference}`)
    return found
  }
  return {
    async listImages(label, signal) {
      await world.enter(signal)
      return [...new Set(world.images.values())].filter(({ labels }) => matches(labels, label))
    },
    async inspectImage(reference, signal) {
      await world.enter(signal)
      return structuredClone(find(reference))
    },
    async importImage(tar, { labels, signal }) {
      await world.enter(signal)
      for await (const _ of tar);
      return addImage(world, fakeId(), { labels, tags: [] })
    },
    async tagImage(id, reference, signal) {
      await world.enter(signal)
      const image = find(id)
      image.tags.push(reference)
      world.images.set(reference, image)
      world.tell({ type: 'image', action: 'tag', id: image.id, attributes: { name: reference } })
    },
    async removeImage(reference, signal) {
      await world.enter(signal)
      const image = find(reference)
      for (const [key, other] of world.images) if (key === reference || other.id === reference) world.images.delete(key)
      image.tags = image.tags.filter((tag) => tag !== reference)
    },
    async resolveDigest(reference, signal) {
      await world.enter(signal)
      refuseWhatIsNotThere(reference)
      return digestOf(reference)
    },
    async pullImage(reference, { onProgress, signal }) {
      await world.enter(signal)
      refuseWhatIsNotThere(reference)
      onProgress(`Pulling from ${reference}`)
      const [repository = '', digest = digestOf(reference)] = reference.split('@')
      addImage(world, reference, { digests: [`${repository.replace(/:[^/]*$/, '')}@${digest}`] })
      return digest
    },
    async tryLogin({ registry, password }, signal) {
      await world.enter(signal)
      if (password.reveal() === 'wrong')
        throw new DriverError(
          'refused',
          `login attempt to https://${registry}/v2/ failed with status: 401 Unauthorized`,
        )
      return 'Login Succeeded'
    },
  }
}

function refuseWhatIsNotThere(reference: string): void {
  if (reference.includes('not-in-registry')) throw new DriverError('not-found', `manifest for ${reference} not found`)
  if (reference.includes('fails-to-pull')) throw new DriverError('failed', `cannot pull ${reference}: no such host`)
}

function addImage(world: FakeWorld, reference: string, image: Partial<EngineImage>): string {
  const id = digestOf(`image ${reference}`)
  const plain = { id, tags: [reference], digests: [], labels: {}, sizeBytes: 1_000_000, createdAt: world.now() }
  world.images.set(reference, { ...plain, ...image })
  return image.id ?? id
}

function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

function fakeCommands(world: FakeWorld, onExec: NonNullable<FakeEngineOptions['onExec']>): EngineCommands {
  const enter = async (id: string, signal: AbortSignal) => {
    await world.enter(signal)
    if (world.find(id).told.state !== 'running') throw new DriverError('conflict', `Container ${id} is not running`)
  }
  return {
    async exec(id, options) {
      await enter(id, options.signal)
      const result = { exitCode: 0, stdout: '', stderr: '', truncated: false, ...onExec(id, options) }
      const stdout = result.stdout.slice(0, options.maxOutputBytes)
      return { ...result, stdout, truncated: stdout !== result.stdout }
    },
    async openPipe(id, { command: [program], signal }) {
      await enter(id, signal)
      // Only `cat` is known: what goes in comes out.
      const stream = new PassThrough({ signal })
      stream.on('error', () => {})
      return program === 'cat' ? stream : stream.end()
    },
    async openTerminal(id, { signal }) {
      await enter(id, signal)
      const end = Promise.withResolvers<number>()
      // Shows what is typed, and ends on Ctrl-D.
      const stream = new Duplex({
        signal,
        read() {},
        write(chunk: Buffer, _encoding, done) {
          const isEnd = chunk.includes(0x04)
          this.push(isEnd ? null : chunk)
          if (isEnd) end.resolve(0)
          done()
        },
      })
      stream.on('error', () => {})
      stream.once('close', () => end.resolve(129))
      return { stream, resize: async () => {}, exitCode: () => end.promise }
    },
  }
}

function fewCommands(_id: string, { command: [program = '', ...args] }: ExecOptions): Partial<ExecResult> {
  if (program === 'echo') return { stdout: `${args.join(' ')}\n` }
  if (program === 'true') return {}
  if (program === 'false') return { exitCode: 1 }
  return { exitCode: 126, stdout: `OCI runtime exec failed: exec: "${program}": no such file or directory\r\n` }
}

function fakeNetworks(world: FakeWorld): EngineNetworks {
  return {
    async ensureNetwork(spec, signal) {
      await world.enter(signal)
      const there = world.networks.get(spec.name)
      if (there === undefined) {
        if ([...world.networks.values()].some(({ subnet }) => subnet === spec.subnet))
          throw new DriverError('conflict', 'Pool overlaps with other one on this address space')
        const made = { ...structuredClone(spec), id: fakeId(), gateway: addressAt(spec.subnet, 1) }
        world.networks.set(spec.name, made)
        return structuredClone(made)
      }
      const isSame = there.subnet === spec.subnet && there.internal === spec.internal
      if (!isSame || !hasLabels(there.labels, spec.labels))
        throw new DriverError('conflict', `there is a network "${spec.name}" that is not as asked`)
      return structuredClone(there)
    },
    async listNetworks(label, signal) {
      await world.enter(signal)
      const found = [...world.networks.values()].filter(({ labels }) => matches(labels, label))
      const membersOf = (network: string) =>
        [...world.containers.values()]
          .filter(({ networks }) => networks.some(({ name }) => name === network))
          .map(({ told }) => told.name)
      return found.map((network) => ({ ...structuredClone(network), members: membersOf(network.name) }))
    },
    async removeNetwork(name, signal) {
      await world.enter(signal)
      if ([...world.containers.values()].some(({ told }) => told.addresses[name] !== undefined))
        throw new DriverError('conflict', `error while removing network: network ${name} has active endpoints`)
      world.networks.delete(name)
    },
    async connectNetwork(containerId, network, signal) {
      await world.enter(signal)
      const container = world.find(containerId)
      if (!world.networks.has(network.name)) throw new DriverError('not-found', `network ${network.name} not found`)
      if (container.networks.some(({ name }) => name === network.name)) return
      container.networks.push(structuredClone(network))
      if (container.told.state === 'running') giveAddresses(world, container)
    },
  }
}

function fakeVolumes(world: FakeWorld): EngineVolumes {
  return {
    async ensureVolume({ name, labels }, signal) {
      await world.enter(signal)
      const there = world.volumes.get(name)
      if (there === undefined) world.volumes.set(name, { name, labels: { ...labels }, createdAt: world.now() })
      else if (!hasLabels(there.labels, labels))
        throw new DriverError('conflict', `there is a volume "${name}" that belongs to something else`)
    },
    async listVolumes(label, signal) {
      await world.enter(signal)
      return structuredClone([...world.volumes.values()].filter(({ labels }) => matches(labels, label)))
    },
    async removeVolume(name, signal) {
      await world.enter(signal)
      if (countUsers(world, name) > 0) throw new DriverError('conflict', `remove ${name}: volume is in use`)
      world.volumes.delete(name)
    },
  }
}

function countUsers(world: FakeWorld, volume: string): number {
  const mounts = [...world.containers.values()].map(({ spec }) => spec.mounts ?? [])
  return mounts.filter((its) => its.some((mount) => mount.volume === volume)).length
}

async function readDiskUse(world: FakeWorld, signal: AbortSignal): Promise<DiskUse> {
  await world.enter(signal)
  const users = (name: string) => ({ bytes: 0, users: countUsers(world, name) })
  return {
    images: Object.fromEntries([...world.images.values()].map(({ id, sizeBytes }) => [id, sizeBytes])),
    containers: Object.fromEntries([...world.containers.keys()].map((id) => [id, 0])),
    volumes: Object.fromEntries([...world.volumes.keys()].map((name) => [name, users(name)])),
  }
}

function matches(labels: Record<string, string>, label: string): boolean {
  return Object.entries(labels).some(([key, value]) => label === key || label === `${key}=${value}`)
}
