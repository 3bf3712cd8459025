// A registry in this process, enough for a real engine to look a tag up and pull it, as nobody or as somebody. Engines
// trust 127.0.0.1 without TLS.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface TinyRegistry {
  /** What to pull, such as `127.0.0.1:40123/trial:1`. */
  reference: string
  /** Host and port. */
  host: string
  digest: string
  /** All that were published, as `repository@digest`. */
  published: string[]
  /** The paths that were asked for. */
  asked: string[]
  /** Puts an image under a tag of `trial`, whatever was there before; gives its digest. */
  publish(tag: string, image: TinyImage): string
  /** From now on it has nothing. */
  forgetAll(): void
  behave(manner: RegistryManner): void
  /** Cuts what is under way too. */
  close(): void
}

export interface TinyImage {
  layer: Buffer
  config: Record<string, unknown>
}

/**
 * `denies` answers 401 to everything; `stalls` takes requests for manifests and never answers them; `stalls-in-layer`
 * sends half of each layer and then nothing.
 */
export type RegistryManner = 'gives' | 'denies' | 'stalls' | 'stalls-in-layer'

/** Who may pull, and how the registry asks who it is. */
export interface RegistryAuth {
  scheme: 'basic' | 'bearer'
  username: string
  password: string
}

const manifestType = 'application/vnd.docker.distribution.manifest.v2+json'
const token = 'a-token-of-the-tiny-registry'

export async function startTinyRegistry(first: RegistryManner = 'gives', auth?: RegistryAuth): Promise<TinyRegistry> {
  const contents = new Map<string, Buffer>()
  const layers = new Set<string>()
  let manner = first
  const asked: string[] = []
  const published: string[] = []

  function publish(tag: string, { layer, config: more }: TinyImage): string {
    const rootfs = { type: 'layers', diff_ids: [digestOf(layer)] }
    const config = toJson({ architecture: 'amd64', os: 'linux', ...more, rootfs })
    const manifest = toJson({
      schemaVersion: 2,
      mediaType: manifestType,
      config: describe('application/vnd.docker.container.image.v1+json', config),
      layers: [describe('application/vnd.docker.image.rootfs.diff.tar', layer)],
    })
    const digest = digestOf(manifest)
    published.push(digest)
    for (const name of [tag, digest]) contents.set(`/v2/trial/manifests/${name}`, manifest)
    for (const blob of [config, layer]) contents.set(`/v2/trial/blobs/${digestOf(blob)}`, blob)
    layers.add(`/v2/trial/blobs/${digestOf(layer)}`)
    return digest
  }

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    if (auth && path.startsWith('/token')) return giveToken(request, response, auth)
    if (manner === 'denies' || (auth && !isKnown(request, auth))) return deny(request, response, auth?.scheme)
    if (path === '/v2/') return send(response, toJson({}), 'application/json')
    const isManifest = path.includes('/manifests/')
    if (manner === 'stalls' && isManifest) return
    const body = contents.get(path)
    if (body && manner === 'stalls-in-layer' && layers.has(path)) return sendHalf(response, body)
    send(response, body, isManifest ? manifestType : 'application/octet-stream')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    reference: `${host}/trial:1`,
    host,
    digest: publish('1', emptyImage()),
    get published() {
      return published.map((digest) => `${host}/trial@${digest}`)
    },
    asked,
    publish,
    forgetAll: () => contents.clear(),
    behave(next) {
      manner = next
    },
    close: () => void close(server),
  }
}

/** An empty tar archive, and a program that is not in it. Of its own, so that no two tests share an image. */
function emptyImage(): TinyImage {
  const labels = { unique: randomBytes(8).toString('hex') }
  return { layer: Buffer.alloc(1024), config: { config: { Cmd: ['/nothing'], Labels: labels } } }
}

function isKnown({ headers }: IncomingMessage, auth: RegistryAuth): boolean {
  return headers.authorization === (auth.scheme === 'bearer' ? `Bearer ${token}` : basic(auth))
}

function giveToken(request: IncomingMessage, response: ServerResponse, auth: RegistryAuth): void {
  if (request.headers.authorization === basic(auth))
    send(response, toJson({ token, access_token: token }), 'application/json')
  else deny(request, response, 'basic')
}

function basic({ username, password }: RegistryAuth): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

function send(response: ServerResponse, body: Buffer | undefined, type: string): void {
  if (body === undefined) {
    const unknown = toJson({ errors: [{ code: 'MANIFEST_UNKNOWN', message: 'manifest unknown' }] })
    response.writeHead(404, { 'Content-Type': 'application/json' }).end(unknown)
    return
  }
  const headers = { 'Content-Type': type, 'Content-Length': body.length, 'Docker-Content-Digest': digestOf(body) }
  response.writeHead(200, headers).end(response.req.method === 'HEAD' ? undefined : body)
}

function sendHalf(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': body.length })
  response.write(body.subarray(0, body.length / 2))
}

function deny({ headers }: IncomingMessage, response: ServerResponse, scheme: RegistryAuth['scheme'] = 'basic'): void {
  const body = toJson({ errors: [{ code: 'UNAUTHORIZED', message: 'authentication required' }] })
  const bearer = `Bearer realm="http://${headers.host}/token",service="tiny",scope="repository:trial:pull"`
  const challenge = scheme === 'bearer' ? bearer : 'Basic realm="tiny"'
  response.writeHead(401, { 'WWW-Authenticate': challenge, 'Content-Type': 'application/json' }).end(body)
}

function close(server: Server): void {
  server.close()
  server.closeAllConnections()
}

function describe(mediaType: string, blob: Buffer) {
  return { mediaType, size: blob.length, digest: digestOf(blob) }
}

function digestOf(blob: Buffer): string {
  return `sha256:${createHash('sha256').update(blob).digest('hex')}`
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
