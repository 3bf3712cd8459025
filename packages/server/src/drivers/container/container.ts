// What the control plane asks of a container engine, in its own words and with plain data.
// One file per engine kind stands beside this one; every call takes an AbortSignal and throws DriverError.
import type { Readable } from 'node:stream'

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

export interface PullOptions {
  onProgress: (line: string) => void
  signal: AbortSignal
}

export interface ContainerSpec {
  name: string
  image: string
  env: Record<string, string>
  labels: Record<string, string>
  /** Replaces the image's command; undefined keeps it. */
  command?: string[]
  stopSignal?: string
}

export interface EngineContainer {
  id: string
  state: 'created' | 'running' | 'paused' | 'restarting' | 'removing' | 'exited' | 'dead'
  exitCode: number
  /** Addresses by network name; empty until the container runs. */
  addresses: Record<string, string>
  imageId: string
}

export interface EngineEvent {
  type: string
  action: string
  id: string
  attributes: Record<string, string>
  at: Date
}

export interface ContainerEngine {
  /** Says hello: proves that the engine answers and tells its versions. */
  ping(signal: AbortSignal): Promise<EngineVersion>
  /** Every event from now on; ends with DriverError when the engine goes away, quietly when aborted. */
  events(signal: AbortSignal): AsyncIterable<EngineEvent>

  /** `label` is `key` or `key=value`. */
  listImages(label: string, signal: AbortSignal): Promise<EngineImage[]>
  inspectImage(reference: string, signal: AbortSignal): Promise<EngineImage>
  /** Makes an untagged image of a root file system tar and gives its id. An erroring stream leaves no image. */
  importImage(tar: Readable, options: ImportOptions): Promise<string>
  tagImage(id: string, reference: string, signal: AbortSignal): Promise<void>
  removeImage(reference: string, signal: AbortSignal): Promise<void>
  /** Asks the registry, through the engine, which digest a tag has now. */
  resolveDigest(reference: string, signal: AbortSignal): Promise<string>
  pullImage(reference: string, options: PullOptions): Promise<void>

  createContainer(spec: ContainerSpec, signal: AbortSignal): Promise<string>
  startContainer(id: string, signal: AbortSignal): Promise<void>
  inspectContainer(id: string, signal: AbortSignal): Promise<EngineContainer>
  stopContainer(id: string, graceSeconds: number, signal: AbortSignal): Promise<void>
  /** Removes it with its anonymous volumes, running or not. */
  removeContainer(id: string, signal: AbortSignal): Promise<void>
}
