// The Docker Engine over its HTTP API. dockerode is loaded on the first call, not at start: it brings an
// ssh client along, and a control plane that has not spoken to its engine yet should stay small.
import { addAbortSignal, type Readable } from 'node:stream'
import type Docker from 'dockerode'
import {
  type ContainerEngine,
  type ContainerSpec,
  DriverError,
  type DriverErrorKind,
  type EngineContainer,
  type EngineEvent,
  type EngineImage,
  type EngineVersion,
} from './container.ts'
import { negotiateApiVersion, parseEngineAddress } from './engine-address.ts'
import { readJsonLines } from './json-lines.ts'

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Record<string, string | string[]>
  body?: unknown
  tar?: Readable
  signal: AbortSignal
}

export function dockerEngine(address: string): ContainerEngine {
  const connection = new DockerConnection(address)
  const json = <T>(call: Call) => connection.send(call) as Promise<T>

  return {
    ping: (signal) => connection.version(signal),
    events: (signal) => followEvents(connection, signal),

    async listImages(label, signal) {
      const query = { filters: JSON.stringify({ label: [label] }) }
      const rows = await json<ListedImage[]>({ method: 'GET', path: '/images/json', query, signal })
      return rows.map(readListedImage)
    },
    async inspectImage(reference, signal) {
      return readImage(
        await json<Docker.ImageInspectInfo>({ method: 'GET', path: `/images/${reference}/json`, signal }),
      )
    },
    async importImage(tar, { changes, labels, signal }) {
      const lines = Object.entries(labels).map(
        ([key, value]) => `LABEL ${JSON.stringify(key)}=${JSON.stringify(value)}`,
      )
      const query = { fromSrc: '-', changes: [...changes, ...lines] }
      const answer = await connection.open({ method: 'POST', path: '/images/create', query, tar, signal })
      let id = ''
      for await (const message of readJsonLines<ProgressMessage>(answer)) {
        failOnError(message)
        if (message.status?.startsWith('sha256:')) id = message.status
      }
      if (id === '') throw new DriverError('failed', 'the engine did not give an id for the imported image')
      return id
    },
    async tagImage(id, reference, signal) {
      const cut = reference.lastIndexOf(':')
      const query = { repo: reference.slice(0, cut), tag: reference.slice(cut + 1) }
      await connection.send({ method: 'POST', path: `/images/${id}/tag`, query, signal })
    },
    async removeImage(reference, signal) {
      await connection.send({ method: 'DELETE', path: `/images/${reference}`, signal })
    },
    async resolveDigest(reference, signal) {
      const path = `/distribution/${reference}/json`
      const found = await json<{ Descriptor: { digest: string } }>({ method: 'GET', path, signal })
      return found.Descriptor.digest
    },
    async pullImage(reference, { onProgress, signal }) {
      const query = { fromImage: reference }
      const answer = await connection.open({ method: 'POST', path: '/images/create', query, signal })
      for await (const message of readJsonLines<ProgressMessage>(answer)) {
        failOnError(message)
        onProgress([message.status, message.id, message.progress].filter(Boolean).join(' '))
      }
    },

    async createContainer(spec, signal) {
      const query = { name: spec.name }
      const call: Call = { method: 'POST', path: '/containers/create', query, body: containerBody(spec), signal }
      return (await json<{ Id: string }>(call)).Id
    },
    async startContainer(id, signal) {
      await connection.send({ method: 'POST', path: `/containers/${id}/start`, signal })
    },
    async inspectContainer(id, signal) {
      const path = `/containers/${id}/json`
      return readContainer(await json<Docker.ContainerInspectInfo>({ method: 'GET', path, signal }))
    },
    async stopContainer(id, graceSeconds, signal) {
      const query = { t: String(graceSeconds) }
      await connection.send({ method: 'POST', path: `/containers/${id}/stop`, query, signal })
    },
    async removeContainer(id, signal) {
      await connection.send({ method: 'DELETE', path: `/containers/${id}`, query: { force: '1', v: '1' }, signal })
    },
  }
}

class DockerConnection {
  private readonly address: string
  private docker: Promise<Docker> | undefined
  private apiVersion: string | undefined

  constructor(address: string) {
    this.address = address
  }

  async version(signal: AbortSignal): Promise<EngineVersion> {
    const answer = (await this.dial({ method: 'GET', path: '/version', signal }, false)) as Docker.DockerVersion
    this.apiVersion = negotiateApiVersion({ newest: answer.ApiVersion, oldest: answer.MinAPIVersion })
    return { engine: answer.Version, api: this.apiVersion, architecture: answer.Arch }
  }

  send(call: Call): Promise<unknown> {
    return this.dialVersioned(call, false)
  }

  async open(call: Call): Promise<Readable> {
    const answer = (await this.dialVersioned(call, true)) as Readable
    return addAbortSignal(call.signal, answer)
  }

  private async dialVersioned(call: Call, isStream: boolean): Promise<unknown> {
    const api = this.apiVersion ?? (await this.version(call.signal)).api
    return this.dial({ ...call, path: `/v${api}${call.path}` }, isStream)
  }

  private async dial(call: Call, isStream: boolean): Promise<unknown> {
    call.signal.throwIfAborted()
    this.docker ??= connect(this.address)
    const { modem } = await this.docker
    return new Promise((resolve, reject) => {
      const done = (error: unknown, answer: unknown) =>
        error ? reject(readError(error, this.address, call.signal)) : resolve(answer)
      modem.dial(
        {
          // The modem drops the last character of a path with a query when it is given no options of its own.
          path: `${call.path}?${queryString(call.query ?? {})}&`,
          method: call.method,
          ...(call.body === undefined ? {} : { options: { _query: {}, _body: call.body } }),
          ...(call.tar === undefined ? {} : { file: call.tar as unknown as string }),
          abortSignal: call.signal,
          isStream,
          statusCodes: { 200: true, 201: true, 204: true, 304: true },
        },
        done,
      )
    })
  }
}

async function connect(address: string): Promise<Docker> {
  const parsed = parseEngineAddress(address)
  const { default: DockerClient } = await import('dockerode')
  // All three are given every time, because the modem fills what is left out from DOCKER_HOST.
  if (parsed.kind === 'socket') return new DockerClient({ socketPath: parsed.path, host: undefined, protocol: 'http' })
  return new DockerClient({ socketPath: undefined, host: parsed.host, port: parsed.port, protocol: 'http' })
}

function queryString(query: Record<string, string | string[]>): string {
  const pairs = new URLSearchParams()
  for (const [key, values] of Object.entries(query)) for (const value of [values].flat()) pairs.append(key, value)
  return pairs.toString()
}

async function* followEvents(connection: DockerConnection, signal: AbortSignal): AsyncIterable<EngineEvent> {
  const answer = await connection.open({ method: 'GET', path: '/events', signal })
  try {
    for await (const message of readJsonLines<EventMessage>(answer)) yield readEvent(message)
  } catch (error) {
    if (signal.aborted) return
    throw new DriverError('unreachable', 'the engine closed its event stream', { cause: error })
  }
  if (!signal.aborted) throw new DriverError('unreachable', 'the engine closed its event stream')
}

interface ProgressMessage {
  status?: string
  id?: string
  progress?: string
  error?: string
}

interface EventMessage {
  Type: string
  Action: string
  Actor?: { ID?: string; Attributes?: Record<string, string> }
  timeNano: number
}

interface ListedImage {
  Id: string
  RepoTags: string[] | null
  RepoDigests: string[] | null
  Labels: Record<string, string> | null
  Size: number
  Created: number
}

function failOnError(message: ProgressMessage): void {
  if (message.error) throw new DriverError('failed', message.error)
}

function readEvent(message: EventMessage): EngineEvent {
  const { Type: type, Action: action, Actor: actor, timeNano } = message
  return { type, action, id: actor?.ID ?? '', attributes: actor?.Attributes ?? {}, at: new Date(timeNano / 1e6) }
}

function readListedImage(row: ListedImage): EngineImage {
  return {
    id: row.Id,
    tags: (row.RepoTags ?? []).filter((tag) => tag !== '<none>:<none>'),
    digests: (row.RepoDigests ?? []).filter((digest) => digest !== '<none>@<none>'),
    labels: row.Labels ?? {},
    sizeBytes: row.Size,
    createdAt: new Date(row.Created * 1000),
  }
}

function readImage(found: Docker.ImageInspectInfo): EngineImage {
  return {
    id: found.Id,
    tags: found.RepoTags ?? [],
    digests: found.RepoDigests ?? [],
    labels: found.Config.Labels ?? {},
    sizeBytes: found.Size,
    createdAt: new Date(found.Created),
  }
}

function readContainer(found: Docker.ContainerInspectInfo): EngineContainer {
  const addresses: Record<string, string> = {}
  for (const [network, endpoint] of Object.entries(found.NetworkSettings.Networks))
    if (endpoint.IPAddress) addresses[network] = endpoint.IPAddress
  return {
    id: found.Id,
    state: found.State.Status as EngineContainer['state'],
    exitCode: found.State.ExitCode,
    addresses,
    imageId: found.Image,
  }
}

function containerBody(spec: ContainerSpec): Docker.ContainerCreateOptions {
  return {
    Image: spec.image,
    Env: Object.entries(spec.env).map(([key, value]) => `${key}=${value}`),
    Labels: spec.labels,
    ...(spec.command === undefined ? {} : { Cmd: spec.command }),
    ...(spec.stopSignal === undefined ? {} : { StopSignal: spec.stopSignal }),
  }
}

const kindsByStatus: Record<number, DriverErrorKind> = {
  400: 'refused',
  403: 'refused',
  404: 'not-found',
  409: 'conflict',
}

function readError(error: unknown, address: string, signal: AbortSignal): Error {
  if (signal.aborted) return abortError(address, signal, error)
  if (error instanceof DriverError) return error
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message: string }
  if (statusCode !== undefined) return new DriverError(kindsByStatus[statusCode] ?? 'failed', plainReason(message))
  const reason = code === undefined ? message : (connectionFaults[code] ?? message)
  return new DriverError('unreachable', `the container engine at ${address} does not answer: ${reason}`, {
    cause: error,
  })
}

/** A deadline that passed is the engine's silence; any other abort is the caller's own reason. */
function abortError(address: string, { reason }: AbortSignal, cause: unknown): Error {
  if (reason instanceof DOMException && reason.name === 'TimeoutError')
    return new DriverError('unreachable', `the container engine at ${address} did not answer in time`, { cause })
  return reason instanceof Error ? reason : new Error('aborted', { cause })
}

const connectionFaults: Record<string, string> = {
  ENOENT: 'there is no such socket, so no engine is running there',
  ECONNREFUSED: 'nothing is listening there',
  EACCES: 'this user may not open the socket',
  ECONNRESET: 'the connection was cut',
}

/** dockerode wraps the engine's words in `(HTTP code 404) unexpected - ... `. */
function plainReason(message: string): string {
  return message.replace(/^\(HTTP code \d+\) [^-]* - /, '').trim()
}
