// The Docker Engine: which call of its API each wish is, and what its answers mean.
import {
  type ContainerEngine,
  type ContainerSpec,
  DriverError,
  type EngineContainer,
  type EngineEvent,
  type EngineImage,
} from './container.ts'
import { type Call, EngineHttp } from './engine-http.ts'
import { readJsonLines } from './json-lines.ts'

export function dockerEngine(address: string): ContainerEngine {
  const connection = new EngineHttp(address)
  const json = <T>(call: Call) => connection.send<T>(call)

  return {
    ping: (signal) => connection.version(signal),
    events: (signal) => followEvents(connection, signal),

    async listImages(label, signal) {
      const query = { filters: JSON.stringify({ label: [label] }) }
      const rows = await json<ListedImage[]>({ method: 'GET', path: '/images/json', query, signal })
      return rows.map(readListedImage)
    },
    async inspectImage(reference, signal) {
      return readImage(await json<InspectedImage>({ method: 'GET', path: `/images/${reference}/json`, signal }))
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
      return readContainer(await json<InspectedContainer>({ method: 'GET', path, signal }))
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

async function* followEvents(connection: EngineHttp, signal: AbortSignal): AsyncIterable<EngineEvent> {
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

interface InspectedImage {
  Id: string
  RepoTags: string[] | null
  RepoDigests: string[] | null
  Config: { Labels: Record<string, string> | null }
  Size: number
  Created: string
}

interface InspectedContainer {
  Id: string
  State: { Status: EngineContainer['state']; ExitCode: number }
  NetworkSettings: { Networks: Record<string, { IPAddress?: string }> }
  Image: string
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

function readImage(found: InspectedImage): EngineImage {
  return {
    id: found.Id,
    tags: found.RepoTags ?? [],
    digests: found.RepoDigests ?? [],
    labels: found.Config.Labels ?? {},
    sizeBytes: found.Size,
    createdAt: new Date(found.Created),
  }
}

function readContainer(found: InspectedContainer): EngineContainer {
  const addresses: Record<string, string> = {}
  for (const [network, endpoint] of Object.entries(found.NetworkSettings.Networks))
    if (endpoint.IPAddress) addresses[network] = endpoint.IPAddress
  return {
    id: found.Id,
    state: found.State.Status,
    exitCode: found.State.ExitCode,
    addresses,
    imageId: found.Image,
  }
}

function containerBody(spec: ContainerSpec): object {
  return {
    Image: spec.image,
    Env: Object.entries(spec.env).map(([key, value]) => `${key}=${value}`),
    Labels: spec.labels,
    ...(spec.command === undefined ? {} : { Cmd: spec.command }),
    ...(spec.stopSignal === undefined ? {} : { StopSignal: spec.stopSignal }),
  }
}
