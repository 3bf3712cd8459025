// HTTP to a container engine over its socket or a TCP address: one call, its answer as JSON or as a stream, and every
// failure as a DriverError. node:http does all of it; a client library would add tens of megabytes (ADR 5).
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { addAbortSignal, type Duplex, pipeline, type Readable } from 'node:stream'
import { json, text } from 'node:stream/consumers'
import { DriverError, type DriverErrorKind, type EngineVersion } from './container.ts'
import { type EngineAddress, negotiateApiVersion, parseEngineAddress } from './engine-address.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | string[]>
  headers?: Record<string, string>
  body?: unknown
  tar?: Readable
  /** Asks the engine to turn the connection into a plain two-way stream. */
  upgrade?: true
  signal: AbortSignal
}

interface VersionAnswer {
  Version: string
  ApiVersion: string
  MinAPIVersion: string
  Arch: string
}

export class EngineHttp {
  readonly #address: string
  #apiVersion: string | undefined

  constructor(address: string) {
    this.#address = address
  }

  async version(signal: AbortSignal): Promise<EngineVersion> {
    const answer: VersionAnswer = await this.#read(
      await this.#dial({ method: 'GET', path: '/version', signal }),
      signal,
    )
    this.#apiVersion = negotiateApiVersion({ newest: answer.ApiVersion, oldest: answer.MinAPIVersion })
    return { engine: answer.Version, api: this.#apiVersion, architecture: answer.Arch }
  }

  /** The answer as JSON; undefined where the engine has nothing to say. The caller names the shape it knows it to have. */
  async send<T>(call: Call): Promise<T> {
    return this.#read(await this.#dialVersioned(call), call.signal)
  }

  /** The answer as it comes. */
  async open(call: Call): Promise<Readable> {
    return addAbortSignal(call.signal, await this.#dialVersioned(call))
  }

  /** The connection itself, once the engine has answered: what is written goes to the program, what it writes comes. */
  async upgrade(call: Call): Promise<Duplex> {
    const answer = await this.#dialVersioned({ ...call, upgrade: true })
    return addAbortSignal(call.signal, answer.socket)
  }

  /** Whether the engine's processes are this machine's: a socket is here, an address may be anywhere. */
  get isLocal(): boolean {
    return parseEngineAddress(this.#address).kind === 'socket'
  }

  async #dialVersioned(call: Call): Promise<IncomingMessage> {
    const api = this.#apiVersion ?? (await this.version(call.signal)).api
    return this.#dial({ ...call, path: `/v${api}${call.path}` })
  }

  async #dial(call: Call): Promise<IncomingMessage> {
    call.signal.throwIfAborted()
    try {
      const answer = await exchange(parseEngineAddress(this.#address), call)
      const status = answer.statusCode ?? 0
      if (status === 101 || status === 304 || (status >= 200 && status < 300)) return answer
      throw new DriverError(kindsByStatus[status] ?? 'failed', reasonOf(await text(answer), status))
    } catch (error) {
      throw this.#explain(error, call.signal)
    }
  }

  async #read<T>(answer: IncomingMessage, signal: AbortSignal): Promise<T> {
    try {
      const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false
      return (isJson ? await json(answer) : void (await text(answer))) as T
    } catch (error) {
      throw this.#explain(error, signal)
    }
  }

  #explain(error: unknown, signal: AbortSignal): Error {
    if (error instanceof DriverError) return error
    // A deadline that passed is the engine's silence; any other abort is the caller's own reason.
    if (signal.aborted && !isTimeout(signal.reason)) return signal.reason
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = signal.aborted
      ? 'no answer came in time'
      : (connectionFaults[code] ?? (error instanceof Error ? error.message : String(error)))
    return new DriverError('unreachable', `the container engine at ${this.#address} does not answer: ${reason}`, {
      cause: error,
    })
  }
}

function exchange(address: EngineAddress, call: Call): Promise<IncomingMessage> {
  const target: RequestOptions =
    address.kind === 'socket' ? { socketPath: address.path } : { host: address.host, port: address.port }
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const type = call.tar ? 'application/x-tar' : 'application/json'
  return new Promise((resolve, reject) => {
    const sending = request({
      ...target,
      method: call.method,
      path: `${call.path}?${queryString(call.query ?? {})}`,
      headers: {
        host: 'engine',
        ...call.headers,
        ...(call.tar || body !== undefined ? { 'content-type': type } : {}),
        ...(call.upgrade ? { connection: 'Upgrade', upgrade: 'tcp' } : {}),
      },
      signal: call.signal,
    })
    sending.on('response', resolve)
    sending.on('upgrade', (answer, socket, early) => {
      socket.unshift(early)
      resolve(answer)
    })
    sending.on('error', reject)
    if (call.tar) pipeline(call.tar, sending, (error) => error && reject(error))
    else sending.end(body)
  })
}

function queryString(query: Record<string, string | string[]>): string {
  const pairs = new URLSearchParams()
  for (const [key, values] of Object.entries(query)) for (const value of [values].flat()) pairs.append(key, value)
  return pairs.toString()
}

const kindsByStatus: Record<number, DriverErrorKind> = {
  400: 'refused',
  403: 'refused',
  404: 'not-found',
  409: 'conflict',
}

const connectionFaults: Record<string, string> = {
  ENOENT: 'there is no such socket, so no engine is running there',
  ECONNREFUSED: 'nothing is listening there',
  EACCES: 'this user may not open the socket',
  ECONNRESET: 'the connection was cut',
}

function reasonOf(body: string, status: number): string {
  try {
    const { message }: { message?: unknown } = JSON.parse(body)
    return typeof message === 'string' ? message.trim() : `HTTP ${status}`
  } catch {
    return body.trim().slice(0, 1000) || `HTTP ${status}`
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}
