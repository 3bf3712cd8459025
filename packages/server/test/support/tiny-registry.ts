// A registry with one image, enough for a real engine to look a tag up and pull it. Engines trust 127.0.0.1 without TLS.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'

export interface TinyRegistry {
  /** What to pull, such as `127.0.0.1:40123/trial:1`. */
  reference: string
  digest: string
  /** The paths that were asked for. */
  asked: string[]
  /** Cuts what is under way too. */
  close(): void
}

/** `denies` answers 401 to everything; `stalls` takes requests for manifests and never answers them. */
export type RegistryManner = 'gives' | 'denies' | 'stalls'

export async function startTinyRegistry(manner: RegistryManner = 'gives'): Promise<TinyRegistry> {
  const layer = Buffer.alloc(1024) // An empty tar archive.
  const config = toJson({
    architecture: 'amd64',
    os: 'linux',
    config: { Cmd: ['/nothing'] },
    rootfs: { type: 'layers', diff_ids: [digestOf(layer)] },
  })
  const manifestType = 'application/vnd.docker.distribution.manifest.v2+json'
  const manifest = toJson({
    schemaVersion: 2,
    mediaType: manifestType,
    config: describe('application/vnd.docker.container.image.v1+json', config),
    layers: [describe('application/vnd.docker.image.rootfs.diff.tar', layer)],
  })
  const digest = digestOf(manifest)
  const contents = new Map([
    ['/v2/', toJson({})],
    ['/v2/trial/manifests/1', manifest],
    [`/v2/trial/manifests/${digest}`, manifest],
    ...[config, layer].map((blob): [string, Buffer] => [`/v2/trial/blobs/${digestOf(blob)}`, blob]),
  ])

  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    if (manner === 'denies') return void deny(response)
    const isManifest = path.includes('/manifests/')
    if (manner === 'stalls' && isManifest) return
    send(response, contents.get(path), isManifest ? manifestType : 'application/octet-stream')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { reference: `127.0.0.1:${port}/trial:1`, digest, asked, close: () => void close(server) }
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

function deny(response: ServerResponse): void {
  const body = toJson({ errors: [{ code: 'UNAUTHORIZED', message: 'authentication required' }] })
  response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="tiny"', 'Content-Type': 'application/json' }).end(body)
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
