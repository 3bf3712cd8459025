// What the control plane asks of a container engine, in its own words and with plain data, one interface per noun.
// One folder-mate per engine kind and noun answers it; every call takes an AbortSignal and throws DriverError.
import type { Duplex, Readable } from 'node:stream'
import type { Secret } from '../../lib/secret.ts'

export type DriverErrorKind = 'unreachable' | 'not-found' | 'conflict' | 'refused' | 'failed'

export class DriverError extends Error {
  readonly kind: DriverErrorKind

  constructor(kind: DriverErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DriverError'
    this.kind = kind
  }
}

export interface EngineVersion {
  /** The engine's own version, such as `20.10.24`. */
  engine: string
  /** The API version that both sides agreed on, such as `1.41`. */
  api: string
  architecture: string
}

export interface EngineImage {
  id: string
  tags: string[]
  /** Registry digests such as `haproxy@sha256:...`; empty for an image that never came from a registry. */
  digests: string[]
  labels: Record<string, string>
  sizeBytes: number
  createdAt: Date
}

export interface ImportOptions {
  /** Dockerfile lines; engines accept CMD, ENTRYPOINT, ENV, EXPOSE, USER, VOLUME, WORKDIR, ONBUILD and LABEL here. */
  changes: string[]
  labels: Record<string, string>
  signal: AbortSignal
}

/** Who we are to a registry; without one the engine asks as nobody. */
export interface RegistryLogin {
  /** Host and port, as in the names of its images. */
  registry: string
  username: string
  password: Secret
}

export interface PullOptions {
  login?: RegistryLogin | undefined
  onProgress: (line: string) => void
  signal: AbortSignal
}

/** A limit that is left out is no limit. */
export interface Resources {
  memoryBytes?: number
  /** Memory and swap together; left out, the memory limit is the whole of it and nothing is swapped. */
  memorySwapBytes?: number
  cpus?: number
  /** CPUs it may run on, such as `0-2,4`. */
  cpuset?: string
}

export interface NetworkAttachment {
  name: string
  /** A fixed IPv4 address of the network's subnet; left out, the engine picks one at every start. */
  address?: string
  /** Names by which others on this network find it. */
  aliases: string[]
}

export interface PublishedPort {
  hostAddress: string
  hostPort: number
  containerPort: number
}

export interface VolumeMount {
  /** The name of a volume. A path of the host cannot be mounted. */
  volume: string
  path: string
  readOnly?: boolean
}

export type Capability = 'CHOWN' | 'DAC_OVERRIDE' | 'FOWNER' | 'KILL' | 'NET_BIND_SERVICE' | 'SETGID' | 'SETUID'

/** What a container is made of. Everything that is not asked for here is set safely by `container-body.ts`. */
export interface ContainerSpec extends Resources {
  name: string
  image: string
  env: Record<string, string>
  labels: Record<string, string>
  /** Replaces the image's command; left out, the image's is kept. */
  command?: string[]
  /** Replaces the image's entry point; left out, the image's is kept. */
  entrypoint?: string[]
  /** False for images that bring their own first process, such as s6; otherwise a small one reaps and hands on signals. */
  init?: boolean
  /** Replaces the image's user. */
  user?: string
  stopSignal?: string
  stopGraceSeconds?: number
  /** `host`: the network of the machine itself, for what must listen there and see who connects. */
  network: NetworkAttachment | 'none' | 'host'
  publish?: PublishedPort[]
  mounts?: VolumeMount[]
  /** Fewer capabilities than the usual ones; never others. */
  capabilities?: Capability[]
  /** The engine starts it again whenever it ends, and after its own restart, until it is stopped. */
  isKeptUp?: boolean
  pidsLimit?: number
  logMaxBytes?: number
  logMaxFiles?: number
}

export type ContainerState = 'created' | 'running' | 'paused' | 'restarting' | 'removing' | 'exited' | 'dead'

export interface ListedContainer {
  id: string
  name: string
  labels: Record<string, string>
  imageId: string
  state: ContainerState
  /** Addresses by network name; empty while it does not run. */
  addresses: Record<string, string>
  createdAt: Date
}

export interface EngineContainer extends ListedContainer {
  /** Undefined while it runs and before it ever did. A start that failed leaves one too. */
  exitCode: number | undefined
  /** The kernel killed something in it for want of memory, not necessarily its first process. */
  oomKilled: boolean
  startedAt: Date | undefined
  finishedAt: Date | undefined
  /** The engine's own words about a start that failed; empty otherwise. */
  error: string
  /** Undefined for an image without a health check of its own. */
  health: 'starting' | 'healthy' | 'unhealthy' | undefined
  /** On the engine's machine; 0 while it does not run. */
  pid: number
  resources: Resources
}

export interface LogOptions {
  /** This many lines of both streams together; left out, all there are. */
  tail?: number
  /** From this moment on, itself included; a `stamp` of a line is exact. */
  since?: Date | string
  /** Up to this moment. */
  until?: Date
  /** Goes on until the container ends. */
  follow?: boolean
  /** Whether lines tell when they were written. */
  timestamps?: boolean
}

export interface LogLine {
  stream: 'stdout' | 'stderr'
  at: Date | undefined
  /** The same to the nanosecond, as text that sorts by time; only where timestamps were asked for. */
  stamp?: string
  line: string
  /** A piece of a line that is too long to come in one; the next piece of its stream goes on with it. */
  isContinued?: true
}

export interface ListeningPort {
  port: number
  /** Nothing outside the container can reach it. */
  isLoopbackOnly: boolean
}

export interface ExecOptions {
  command: string[]
  env?: Record<string, string>
  user?: string
  /** Of both streams together; what comes after it is read and dropped. */
  maxOutputBytes: number
  /** Ends the command, with all that it started, after this long; what it wrote until then is told. */
  timeoutMs?: number
  /** Ends the command, with all that it started, also when this program dies. Needs a shell in the container. */
  endsWithUs?: true
  signal: AbortSignal
}

export interface ExecResult {
  /** 126 or 127 when the command could not be started; the engine's words are then in `stdout`. */
  exitCode: number
  stdout: string
  stderr: string
  truncated: boolean
  /** It was ended because its time was up; the exit code is then 124. */
  timedOut?: true
}

export interface TerminalOptions {
  command: string[]
  columns: number
  rows: number
  /** Aborting closes the terminal. */
  signal: AbortSignal
}

export interface Terminal {
  /** What is typed goes in, what is shown comes out; it ends when the command ends. */
  stream: Duplex
  resize(columns: number, rows: number): Promise<void>
  /** Waits for the command to end. */
  exitCode(): Promise<number>
}

export interface NetworkSpec {
  name: string
  /** Such as `10.20.0.0/16`. */
  subnet: string
  labels: Record<string, string>
  /** Without a way out of the machine. */
  internal: boolean
}

export interface EngineNetwork extends NetworkSpec {
  id: string
  /** The engine's machine as containers on this network see it. */
  gateway: string
}

export interface ListedNetwork extends EngineNetwork {
  /** Names of the containers that are in it, running or not. */
  members: string[]
}

export interface VolumeSpec {
  name: string
  labels: Record<string, string>
}

export interface EngineVolume extends VolumeSpec {
  createdAt: Date
}

/** What would be free again without it. */
export interface DiskUse {
  /** By id; layers that another image has too are not counted. */
  images: Record<string, number>
  /** By id: what it wrote into its own file system. */
  containers: Record<string, number>
  /** By name; `users` are containers, running or not. */
  volumes: Record<string, { bytes: number | undefined; users: number }>
}

export interface EngineEvent {
  type: string
  action: string
  id: string
  attributes: Record<string, string>
  at: Date
}

export interface EngineImages {
  /** `label` is `key` or `key=value`. */
  listImages(label: string, signal: AbortSignal): Promise<EngineImage[]>
  inspectImage(reference: string, signal: AbortSignal): Promise<EngineImage>
  /** Makes an untagged image of a root file system tar and gives its id. An erroring stream leaves no image. */
  importImage(tar: Readable, options: ImportOptions): Promise<string>
  tagImage(id: string, reference: string, signal: AbortSignal): Promise<void>
  removeImage(reference: string, signal: AbortSignal): Promise<void>
  /** Asks the registry, through the engine, which digest a tag has now. */
  resolveDigest(reference: string, signal: AbortSignal): Promise<string>
  /** Gives the digest that the registry answered with, where the engine tells. */
  pullImage(reference: string, options: PullOptions): Promise<string | undefined>
  /** Signs in to a registry from where the engine is, and gives its answer; one that does not take us is refused. */
  tryLogin(login: RegistryLogin, signal: AbortSignal): Promise<string>
}

export interface EngineContainers {
  /** Those with all of these labels, running or not, in one call to the engine. */
  listContainers(labels: Record<string, string>, signal: AbortSignal): Promise<ListedContainer[]>
  inspectContainer(id: string, signal: AbortSignal): Promise<EngineContainer>
  /** Gives its id. A name that is taken is a conflict, an image that is not here is not found. */
  createContainer(spec: ContainerSpec, signal: AbortSignal): Promise<string>
  /** Sets all limits of a container, running or not; those left out are lifted. */
  updateResources(id: string, resources: Resources, signal: AbortSignal): Promise<void>
  /**
   * One that runs is left alone. A port or address that is taken is a conflict. A command that cannot run is refused, or,
   * where `init` tries it, ends the container at once with 127 (not there) or 126 (not to be run) and a line in its log.
   */
  startContainer(id: string, signal: AbortSignal): Promise<void>
  /** Its stop signal, and SIGKILL after the grace; one that has stopped is left alone. */
  stopContainer(id: string, graceSeconds: number, signal: AbortSignal): Promise<void>
  /** One that does not run is a conflict. */
  killContainer(id: string, signalName: string, signal: AbortSignal): Promise<void>
  /** Removes it with its anonymous volumes, running or not; one that is not there is fine. */
  removeContainer(id: string, signal: AbortSignal): Promise<void>
  /** Comes back when it has ended; at once when it does not run. */
  waitContainer(id: string, signal: AbortSignal): Promise<{ exitCode: number }>
  /** Lines of up to 16 KiB (a longer one comes in pieces); ends quietly when aborted. */
  logs(id: string, options: LogOptions, signal: AbortSignal): AsyncIterable<LogLine>
  /** Unpacks a tar archive into a folder of it, running or not; what is there already is replaced. */
  unpackInto(id: string, folder: string, archive: Buffer, signal: AbortSignal): Promise<void>
  /** On which TCP ports something in it listens; a conflict when it does not run. */
  readListeningPorts(id: string, signal: AbortSignal): Promise<ListeningPort[]>
}

export interface EngineCommands {
  /** Runs a command in a running container. Aborting ends it, with all that it started. */
  exec(id: string, options: ExecOptions): Promise<ExecResult>
  /**
   * Runs a command in a running container with its input and output as one stream, until either side ends it. A command
   * that reads its input ends when the stream is closed; another one goes on in there.
   */
  openPipe(id: string, options: { command: string[]; signal: AbortSignal }): Promise<Duplex>
  /**
   * When its stream closes, or this program dies, the command and what it started are hung up on, and killed when they
   * do not go. The container must have a shell.
   */
  openTerminal(id: string, options: TerminalOptions): Promise<Terminal>
}

export interface EngineNetworks {
  /** Makes it unless it is there. One of the same name with other labels, subnet or way out is a conflict. */
  ensureNetwork(spec: NetworkSpec, signal: AbortSignal): Promise<EngineNetwork>
  /** `label` is `key` or `key=value`. */
  listNetworks(label: string, signal: AbortSignal): Promise<ListedNetwork[]>
  /** One that is not there is fine; one in use is a conflict. */
  removeNetwork(name: string, signal: AbortSignal): Promise<void>
  /** Already being on it is fine; an address that is taken is a conflict. */
  connectNetwork(containerId: string, network: NetworkAttachment, signal: AbortSignal): Promise<void>
}

export interface EngineVolumes {
  /** Makes it unless it is there. One of the same name with other labels is a conflict. */
  ensureVolume(spec: VolumeSpec, signal: AbortSignal): Promise<void>
  /** `label` is `key` or `key=value`. */
  listVolumes(label: string, signal: AbortSignal): Promise<EngineVolume[]>
  /** One that is not there is fine; one in use is a conflict. */
  removeVolume(name: string, signal: AbortSignal): Promise<void>
}

export interface ContainerEngine extends EngineImages, EngineContainers, EngineCommands, EngineNetworks, EngineVolumes {
  /** Says hello: proves that the engine answers and tells its versions. */
  ping(signal: AbortSignal): Promise<EngineVersion>
  /** Takes long where volumes have many files. */
  readDiskUse(signal: AbortSignal): Promise<DiskUse>
  /**
   * Every event from the moment of `onOpen` on; ends with DriverError when the engine goes away, quietly when aborted.
   */
  events(signal: AbortSignal, onOpen?: () => void): AsyncIterable<EngineEvent>
}
