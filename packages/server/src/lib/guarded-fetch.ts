// One request to an address that somebody else chose: the host is resolved and checked first, the connection goes to the
// address that was checked, no redirect is followed, and time and answer are bounded.
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type CheckedAddress, checkedAddress, outboundError } from './checked-address.ts'

export interface GuardedRequest {
  method: string
  headers: Record<string, string>
  body: string
  /** Private networks that may be reached. */
  allowedNetworks: readonly string[]
  timeoutMs: number
  /** What the answer has beyond this is not read. */
  mostBytes: number
  /** PEM of who must have signed the certificate of the other side; empty or absent: a public authority. */
  ca?: string
}

export interface GuardedAnswer {
  status: number
  text: string
  headers: Record<string, string>
}

/** Throws an OutboundError, or the reason of the signal. */
export async function guardedFetch(url: URL, wish: GuardedRequest, signal: AbortSignal): Promise<GuardedAnswer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(wish.timeoutMs)])
  try {
    const to = await checkedAddress(url.hostname, wish.allowedNetworks, limit)
    const response = await send(url, wish, to, limit)
    const text = await readBounded(response, wish.mostBytes)
    return { status: response.statusCode ?? 0, text, headers: singleHeaders(response) }
  } catch (error) {
    throw outboundError(error, limit, signal)
  }
}

function send(url: URL, wish: GuardedRequest, to: CheckedAddress, signal: AbortSignal): Promise<IncomingMessage> {
  const { method, body, ca } = wish
  const lookup: LookupFunction = (_host, { all }, done) => (all ? done(null, [to]) : done(null, to.address, to.family))
  const headers = { ...withoutFraming(wish.headers), 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    // No agent: a connection that is kept could be handed to a request for which nothing was checked.
    request(url, { method, headers, agent: false, lookup, signal, ...(ca ? { ca } : {}) }, resolve)
      .on('error', reject)
      .end(body)
  })
}

function singleHeaders({ headers }: IncomingMessage): Record<string, string> {
  const given = Object.entries(headers)
  return Object.fromEntries(given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

/** Headers that say where a request ends are ours alone. */
function withoutFraming(headers: Record<string, string>): Record<string, string> {
  const ours = ['content-length', 'transfer-encoding', 'connection', 'upgrade', 'expect', 'host']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ours.includes(name.toLowerCase())))
}

async function readBounded(response: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= mostBytes) break
  }
  response.destroy()
  return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8')
}
