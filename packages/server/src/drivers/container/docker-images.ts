// Images of the Docker Engine: which call of its API each wish is, and what its answers mean.
import { DriverError, type EngineImage, type EngineImages, type RegistryLogin } from './container.ts'
import type { Call, EngineHttp } from './engine-http.ts'
import { readJsonLines } from './json-lines.ts'

export function dockerImages(connection: EngineHttp): EngineImages {
  const json = <T>(call: Call) => connection.send<T>(call)

  return {
    async listImages(label, signal) {
      const query = { filters: JSON.stringify({ label: [label] }) }
      const rows = await json<ListedImage[]>({ method: 'GET', path: '/images/json', query, signal })
      return rows.map(readListedImage)
    },
    async inspectImage(reference, signal) {
      return readImage(await json<InspectedImage>({ method: 'GET', path: `/images/${pathOf(reference)}/json`, signal }))
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
      await connection.send({ method: 'DELETE', path: `/images/${pathOf(reference)}`, signal })
    },
    async resolveDigest(reference, signal) {
      const path = `/distribution/${pathOf(reference)}/json`
      const found = await json<{ Descriptor: { digest: string } }>({ method: 'GET', path, signal })
      return found.Descriptor.digest
    },
    async pullImage(reference, { login, onProgress, signal }) {
      const call = { method: 'POST', path: '/images/create', query: { fromImage: reference }, signal } as const
      const answer = await connection
        .open({ ...call, headers: login ? authHeader(login) : {} })
        .catch((error: unknown) => {
          throw asMissing(error)
        })
      let digest: string | undefined
      for await (const message of readJsonLines<ProgressMessage>(answer)) {
        failOnError(message)
        digest = /^Digest: (sha256:\w+)$/.exec(message.status ?? '')?.[1] ?? digest
        onProgress([message.status, message.id, message.progress].filter(Boolean).join(' '))
      }
      return digest
    },
    async tryLogin(login, signal) {
      try {
        const call = { method: 'POST', path: '/auth', body: authBody(login), signal } as const
        return (await json<{ Status?: string } | undefined>(call))?.Status ?? 'the registry took it'
      } catch (error) {
        if (!(error instanceof DriverError) || error.kind === 'unreachable') throw error
        throw /\b40[13]\b|unauthorized|denied|incorrect/i.test(error.message)
          ? new DriverError('refused', error.message, { cause: error })
          : error
      }
    },
  }
}

function authBody({ registry, username, password }: RegistryLogin): object {
  // The one registry that engines know by another address than its images carry.
  const serveraddress = registry === 'docker.io' ? 'https://index.docker.io/v1/' : registry
  return { username, password: password.reveal(), serveraddress }
}

/** Engines read credentials for a pull from this header, which does not show in their logs. */
function authHeader(login: RegistryLogin): Record<string, string> {
  const encoded = Buffer.from(JSON.stringify(authBody(login))).toString('base64')
  // The alphabet of URLs, but with padding: without it engines take us for nobody and do not say why.
  return { 'X-Registry-Auth': encoded.replaceAll('+', '-').replaceAll('/', '_') }
}

/** A reference has slashes of its own; everything else in it stays within its part of the path. */
function pathOf(reference: string): string {
  return reference.split('/').map(encodeURIComponent).join('/')
}

interface ProgressMessage {
  status?: string
  id?: string
  progress?: string
  error?: string
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

/** Engines call it 404, 500 or an error in the stream; the registry's words tell that it has no such image. */
function asMissing(error: unknown): unknown {
  const words = /manifest unknown|name unknown|unknown blob|manifest for \S+ not found/i
  if (!(error instanceof DriverError) || error.kind === 'unreachable' || !words.test(error.message)) return error
  return new DriverError('not-found', error.message, { cause: error })
}

function failOnError(message: ProgressMessage): void {
  if (message.error) throw asMissing(new DriverError('failed', message.error))
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
