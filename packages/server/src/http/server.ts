// The HTTP server: turns the route table into routes. Everything that holds for every route stands here, once:
// credential, ability, policy, origin, input check, audit, errors, headers. It knows no feature.
import { STATUS_CODES } from 'node:http'
import { apiPrefix, type Route, resourceOf, successStatus } from '@levelrail/contract/route.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import {
  badRequest,
  callerHungUp,
  forbidden,
  methodNotAllowed,
  noSuchRoute,
  notFound,
  unauthenticated,
} from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import { failpoint } from '../lib/failpoint.ts'
import { newId } from '../lib/ids.ts'
import type { Db, Trx } from '../store/store.ts'
import { type Actor, mayTouch, refusal, type SignedIn } from './actor.ts'
import { type AuditTrail, isRefusal, resourceFromPath } from './audited.ts'
import { type InputCheck, inputCheck } from './check-input.ts'
import { type Credential, credentialOf, sessionCookie } from './credentials.ts'
import { serveDashboard } from './dashboard.ts'
import { errorResponse } from './error-response.ts'
import type { AnyHandler, RequestFacts } from './handler.ts'
import type { Metrics } from './metrics.ts'
import { foreignOrigin } from './origin.ts'
import type { ReadCache } from './read-cache.ts'
import { apiHeaders, strictTransport } from './security-headers.ts'

export interface HttpOptions<Ctx> {
  ctx: Ctx & { db: Db; log: Logger; clock: Clock; audit: AuditTrail; reads: ReadCache; metrics: Metrics }
  routes: Record<string, Route>
  handlers: Record<string, AnyHandler<Ctx>>
  authenticate(credential: Credential, address: string): Promise<SignedIn | undefined>
  trustedProxies: string[]
  dashboardDir: string
}

/** One row of the table with what serves it. */
interface Endpoint<Ctx> {
  id: string
  route: Route
  check: InputCheck
  handler: AnyHandler<Ctx>
}

/** What we remember of a request between its steps. */
interface Progress {
  actor: Actor
  isAudited: boolean
}
interface Kept {
  payload: string
  headers: [string, string][]
}

const bodyLimit = 1024 * 1024
const anonymous: Actor = { kind: 'anonymous' }
const progress = new WeakMap<FastifyRequest, Progress>()
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

export async function createHttpServer<Ctx>(options: HttpOptions<Ctx>): Promise<FastifyInstance> {
  const { ctx } = options
  const app = Fastify({
    bodyLimit,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    genReqId: () => newId('req', ctx.clock.now()),
    requestTimeout: 60_000,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 256, caseSensitive: true, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => sendError(options, error, request, reply),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  })
  takeOnlyJson(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    auditLate(options, request, reply).then(() => done(null, payload), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    observe(options, request, reply)
    done()
  })
  app.setErrorHandler((error, request, reply) => sendError(options, error, request, reply))
  for (const [id, route] of Object.entries(options.routes)) addRoute(app, options, id, route)
  const sendPage = await serveDashboard(app, options.dashboardDir)
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const isApi = path === apiPrefix || path.startsWith('/api/')
    if (!isApi && request.method === 'GET' && !path.includes('.')) return sendPage(reply)
    const allowed = allowedMethods(options.routes, path)
    if (allowed.length > 0) throw methodNotAllowed(request.method, path, allowed)
    throw noSuchRoute(request.method, path.slice(0, 200))
  })
  return app
}

function addRoute<Ctx>(app: FastifyInstance, options: HttpOptions<Ctx>, id: string, route: Route): void {
  const handler = options.handlers[id]
  if (!handler) throw new Error(`route ${id} has no handler`)
  const endpoint: Endpoint<Ctx> = { id, route, check: inputCheck(route), handler }
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { id },
    onRequest: (request) => gate(options, route, request),
    handler: (request, reply) =>
      route.options.keep ? answerKept(options, endpoint, request, reply) : answer(options, endpoint, request, reply),
  })
}

/** Who is it, and may they? Before a byte of the body is read. */
async function gate<Ctx>(options: HttpOptions<Ctx>, route: Route, request: FastifyRequest): Promise<void> {
  const { ability } = route.options
  const credential = credentialOf(request.headers)
  if (!reading.has(request.method) && credential?.kind !== 'bearer') refuseForeignOrigin(request)
  if (ability === 'none') return
  const actor = credential && (await options.authenticate(credential, request.ip))
  if (!actor)
    throw unauthenticated(credential ? 'the credential is not valid: it is unknown, expired or revoked' : undefined)
  progressOf(request).actor = actor
  const lack = refusal(actor, ability)
  if (lack) throw forbidden(lack)
  const kind = resourceOf(route.path)
  const { name = '' } = request.params as { name?: string }
  if (kind && !mayTouch(actor, kind, name)) throw notFound(kind, name)
}

function refuseForeignOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const why = foreignOrigin({
    origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    host: request.host,
  })
  if (why) throw forbidden(`${why}; open the dashboard at its own address, or use an API token`)
}

/** Answers without asking again while nothing was written since. The key holds all that the answer depends on. */
async function answerKept<Ctx>(
  options: HttpOptions<Ctx>,
  endpoint: Endpoint<Ctx>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { id, route } = endpoint
  const { actor } = progressOf(request)
  const scope = !('abilities' in actor) ? '' : `${actor.abilities.join()} ${JSON.stringify(actor.policies)}`
  const kept = await options.ctx.reads.get<Kept>(`${id} ${request.url} ${scope}`, async () => {
    const headers: [string, string][] = []
    const result = await run(options, endpoint, request, reply, (name, value) => headers.push([name, value]))
    return { payload: JSON.stringify(result), headers }
  })
  for (const [name, value] of kept.headers) reply.header(name, value)
  return reply.code(successStatus(route)).headers(apiHeaders).type('application/json; charset=utf-8').send(kept.payload)
}

async function answer<Ctx>(
  options: HttpOptions<Ctx>,
  endpoint: Endpoint<Ctx>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { route } = endpoint
  const result = await run(options, endpoint, request, reply, (name, value) => reply.header(name, value))
  reply.code(successStatus(route)).headers(apiHeaders)
  if (route.options.text) return reply.type('text/plain; charset=utf-8').send(result)
  if (result === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
}

async function run<Ctx>(
  options: HttpOptions<Ctx>,
  endpoint: Endpoint<Ctx>,
  request: FastifyRequest,
  reply: FastifyReply,
  header: (name: string, value: string) => void,
): Promise<unknown> {
  refuseNul(request.url, request.params)
  const { params, query, body } = endpoint.check(request.params, request.query, request.body)
  const { actor } = progressOf(request)
  const facts = factsOf(request)
  return endpoint.handler(options.ctx, {
    params,
    query,
    body,
    actor,
    request: facts,
    answer: {
      header,
      session: (text, seconds) => void reply.header('set-cookie', sessionCookie(text, seconds, facts.isSecure)),
    },
    get signal() {
      return signalOf(reply)
    },
    transact: (resource, write) => transact(options, endpoint, request, resource, write),
  })
}

async function transact<Ctx, T>(
  options: HttpOptions<Ctx>,
  { id, route }: Endpoint<Ctx>,
  request: FastifyRequest,
  resource: string,
  write: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { db, audit } = options.ctx
  const { actor } = progressOf(request)
  const result = await db.transaction().execute(async (trx) => {
    const written = await write(trx)
    await audit.record(trx, {
      actor,
      action: id,
      resource,
      status: successStatus(route),
      address: request.ip,
      requestId: request.id,
    })
    await failpoint('http.before-commit')
    return written
  })
  progressOf(request).isAudited = true
  await failpoint('http.after-commit')
  return result
}

/** What no transaction audited: failed writes one by one, refusals in aggregate. Still before the answer goes out. */
async function auditLate<Ctx>(options: HttpOptions<Ctx>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { actor, isAudited } = progressOf(request)
  const isRefused = isRefusal(actor, reply.statusCode)
  const isDue =
    !reading.has(request.method) || reply.statusCode === 401 || reply.statusCode === 403 || reply.statusCode === 429
  if (isAudited || !isDue) return
  progressOf(request).isAudited = true
  const { audit, db, log } = options.ctx
  const facts = {
    actor,
    action: routeIdOf(request),
    resource: resourceFromPath(request.url),
    status: reply.statusCode,
    address: request.ip,
    requestId: request.id,
  }
  try {
    await (isRefused ? audit.refused(facts) : audit.record(db, facts))
  } catch (error) {
    log.error({ err: error, requestId: request.id }, 'a request could not be audited')
  }
}

function sendError<Ctx>(options: HttpOptions<Ctx>, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const contentType = request.headers['content-type']
  const { status, headers, body, isFault } = errorResponse(error, request.id, { bodyLimit, contentType })
  if (isFault)
    options.ctx.log.error({ err: error, requestId: request.id, route: routeIdOf(request) }, 'a request failed')
  return reply
    .code(status)
    .headers(apiHeaders)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

function observe<Ctx>(options: HttpOptions<Ctx>, request: FastifyRequest, reply: FastifyReply): void {
  const { log, metrics } = options.ctx
  const { statusCode } = reply
  const route = routeIdOf(request)
  metrics.add('levelrail_http_requests_total', 'Requests answered.', {
    route,
    status: `${Math.floor(statusCode / 100)}xx`,
  })
  metrics.add('levelrail_http_request_seconds_total', 'Time spent answering.', { route }, reply.elapsedTime / 1000)
  const isQuiet = reading.has(request.method) && statusCode < 400
  if (isQuiet && !log.isLevelEnabled('debug')) return
  const line = {
    requestId: request.id,
    route,
    method: request.method,
    status: statusCode,
    ms: Math.round(reply.elapsedTime),
    address: request.ip,
  }
  if (isQuiet) log.debug(line, 'request')
  else log.info(line, 'request')
}

function takeOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const body = String(text)
    if (body === '') return done(null, undefined)
    if (body.includes('\\u0000')) return done(badRequest('text in the body must not hold a NUL character'))
    parse(request, body, (error, value) =>
      error ? done(badRequest(`the body is not valid JSON: ${error.message}`)) : done(null, value),
    )
  })
}

/** No database keeps a NUL in a text, so none gets that far. */
function refuseNul(url: string, params: unknown): void {
  if (url.includes('%00') || JSON.stringify(params).includes('\\u0000'))
    throw badRequest('the address must not hold a NUL character')
}

function allowedMethods(routes: Record<string, Route>, path: string): string[] {
  const matching = Object.values(routes).filter((route) => pathPattern(route.path).test(path))
  return [...new Set(matching.map(({ method }) => method))].sort()
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    id: request.id,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    isSecure: request.protocol === 'https',
    origin: `${request.protocol}://${request.host}`,
    url: request.url,
  }
}

/** Aborts when the caller hangs up before the answer. */
function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(callerHungUp())
  })
  return controller.signal
}

function progressOf(request: FastifyRequest): Progress {
  const known = progress.get(request)
  if (known) return known
  const fresh: Progress = { actor: anonymous, isAudited: false }
  progress.set(request, fresh)
  return fresh
}

function routeIdOf(request: FastifyRequest): string {
  const { id } = request.routeOptions.config as { id?: string }
  return id ?? 'unknownRoute'
}

/** A request that is not HTTP, or too large or slow to be read as such, still gets an answer in our form. */
function answerBrokenRequest(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = JSON.stringify({ error: `the request could not be read: ${STATUS_CODES[status]?.toLowerCase()}` })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
