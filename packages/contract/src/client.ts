// The typed client, made from the route table: `client.userView({ params: { id } })`.
import { type AllRoutes, allRoutes, type RouteId } from './all-routes.ts'
import { createEventReader } from './event-stream.ts'
import type { BodyOf, ParamsOf, QueryOf, ResultOf, Route, StreamEvent } from './route.ts'

type Need<K extends string, T> = [T] extends [undefined] ? unknown : keyof T extends never ? unknown : Record<K, T>
type NeedQuery<T> = [T] extends [undefined] ? unknown : { query?: T }

export type Input<R extends Route> = Need<'params', ParamsOf<R>> & NeedQuery<QueryOf<R>> & Need<'body', BodyOf<R>>
type Call<R extends Route> =
  Record<never, never> extends Input<R>
    ? (input?: Input<R> & CallOptions) => Promise<ResultOf<R>>
    : (input: Input<R> & CallOptions) => Promise<ResultOf<R>>

export interface CallOptions {
  signal?: AbortSignal
}
/** Routes that answer with events until they are over: for `openStream`. */
export type StreamRouteId = {
  [Id in RouteId]: AllRoutes[Id]['options'] extends { stream: true } ? Id : never
}[RouteId]
/** Routes that become a WebSocket: for `openingOf`. */
export type SocketRouteId = {
  [Id in RouteId]: AllRoutes[Id]['options'] extends { socket: true } ? Id : never
}[RouteId]
export type Client = { [Id in Exclude<RouteId, StreamRouteId | SocketRouteId>]: Call<AllRoutes[Id]> }

export interface ClientOptions {
  /** Empty in a browser, where the page's own origin is meant. */
  baseUrl: string
  token?: string | undefined
  /** The text of a `session_token` cookie, for programs that keep one themselves; a browser sends its own. */
  session?: string | undefined
  fetch?: typeof fetch
}

/** An answer of 4xx or 5xx. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(status: number, message: string, code?: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer at all: refused, unresolved, cut off or timed out. */
export class NetworkFailure extends Error {
  constructor(url: string, cause: unknown) {
    super(`cannot reach ${url}: ${describe(cause)}`, { cause })
    this.name = 'NetworkFailure'
  }
}

export interface RawInput extends CallOptions {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}
export interface RawAnswer {
  data: unknown
  headers: Headers
  status: number
}

export function createClient(options: ClientOptions): Client {
  const calls = Object.entries<Route>(allRoutes)
    .filter(([, route]) => !route.options.stream && !route.options.socket)
    .map(([id, route]) => [id, async (input: RawInput = {}) => (await send(options, route, input)).data])
  return Object.fromEntries(calls) as Client
}

/** One call by its row, with the answer's headers: for paging and for `levelrail api`. */
export async function send(options: ClientOptions, route: Route, input: RawInput): Promise<RawAnswer> {
  const response = await request(options, route, input, 'application/json')
  const text = await response.text().catch((cause) => noAnswer(options, route, input, cause))
  const isJson = isOfType(response, 'json')
  return {
    data: text === '' ? undefined : isJson ? JSON.parse(text) : text,
    headers: response.headers,
    status: response.status,
  }
}

/** The events of a stream as they come, `end` being the last; a stream that stops before it was cut off. */
export async function* openStream<Id extends StreamRouteId>(
  options: ClientOptions,
  id: Id,
  input: Input<AllRoutes[Id]> & CallOptions,
): AsyncGenerator<StreamEvent, void> {
  yield* sendStream(options, allRoutes[id], input)
}

/** The same by its row. */
export async function* sendStream(
  options: ClientOptions,
  route: Route,
  input: RawInput,
): AsyncGenerator<StreamEvent, void> {
  const response = await request(options, route, input, 'text/event-stream')
  const body = response.body?.getReader()
  const decoder = new TextDecoder()
  const events = createEventReader()
  try {
    for (;;) {
      const piece = await body?.read().catch((cause) => noAnswer(options, route, input, cause))
      if (!piece || piece.done) return noAnswer(options, route, input, new Error('the stream was cut off'))
      for (const event of events.push(decoder.decode(piece.value, { stream: true }))) {
        yield event
        if (event.event === 'end') return
      }
    }
  } finally {
    await body?.cancel().catch(() => undefined)
  }
}

/** Where a WebSocket is opened, with the headers for those that may send them; a browser sends its cookie. */
export function openingOf(
  options: ClientOptions,
  id: SocketRouteId,
  input: RawInput,
): { url: string; headers: Record<string, string> } {
  const url = urlOf(options.baseUrl, allRoutes[id], input).replace(/^http/, 'ws')
  return { url, headers: Object.fromEntries(credentialHeaders(options)) }
}

function credentialHeaders({ token, session }: ClientOptions): [string, string][] {
  if (token) return [['authorization', `Bearer ${token}`]]
  return session ? [['cookie', `session_token=${session}`]] : []
}

async function request(options: ClientOptions, route: Route, input: RawInput, accept: string): Promise<Response> {
  const headers = new Headers({ accept })
  for (const [name, value] of credentialHeaders(options)) headers.set(name, value)
  const init: RequestInit = { method: route.method, headers, credentials: 'same-origin' }
  if (input.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(input.body)
  }
  if (input.signal) init.signal = input.signal
  const fetching = options.fetch ?? fetch
  const lost = (cause: unknown) => noAnswer(options, route, input, cause)
  const response = await fetching(urlOf(options.baseUrl, route, input), init).catch(lost)
  if (!response.ok) throw failureOf(response, isOfType(response, 'json') ? await response.text().catch(lost) : '')
  return response
}

function noAnswer(options: ClientOptions, route: Route, input: RawInput, cause: unknown): never {
  if (input.signal?.aborted) throw cause
  throw new NetworkFailure(options.baseUrl || urlOf(options.baseUrl, route, input), cause)
}

function isOfType(response: Response, type: string): boolean {
  return response.headers.get('content-type')?.includes(type) ?? false
}

/** Routes whose answer is a list that comes in pages. */
export type PagedRouteId = { [Id in RouteId]: QueryOf<AllRoutes[Id]> extends { before?: string } ? Id : never }[RouteId]

export interface Page<Id extends PagedRouteId> {
  rows: ResultOf<AllRoutes[Id]>
  /** Cursor of the next page; undefined on the last. */
  next: string | undefined
}

/** What a page takes beside its query; a route with a `{name}` in its path needs the params. */
export interface PageOptions extends CallOptions {
  params?: Record<string, string>
}

export async function sendPage<Id extends PagedRouteId>(
  options: ClientOptions,
  id: Id,
  query: QueryOf<AllRoutes[Id]>,
  callOptions: PageOptions = {},
): Promise<Page<Id>> {
  const { data, headers } = await send(options, allRoutes[id], { ...callOptions, query: { ...query } })
  // The server's answers are held against the row's schema by its own tests.
  return { rows: data as ResultOf<AllRoutes[Id]>, next: nextCursor(headers) }
}

/** The cursor of the next page, from a `Link` header. */
export function nextCursor(headers: Headers): string | undefined {
  const next = headers.get('link')?.match(/<([^>]+)>;\s*rel="next"/)?.[1]
  return next ? (new URL(next, 'http://levelrail.invalid').searchParams.get('before') ?? undefined) : undefined
}

function urlOf(baseUrl: string, route: Route, input: RawInput): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null && each !== '') query.append(key, String(each))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return `${baseUrl.replace(/\/+$/, '')}${path}${search}`
}

function failureOf(response: Response, text: string): ApiFailure {
  const body = readErrorBody(text)
  const message = typeof body.error === 'string' ? body.error : `HTTP ${response.status}`
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiFailure(
    response.status,
    message,
    typeof body.code === 'string' ? body.code : undefined,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  )
}

function readErrorBody(text: string): { error?: unknown; code?: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner = cause.cause
  return inner instanceof Error && inner.message ? inner.message : cause.message
}
