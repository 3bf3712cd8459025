// The HTTP server: turns the route table into routes. Everything that holds for every route stands here, once:
// credential, ability, policy, origin, input check, audit, errors, headers. It knows no feature.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { apiPrefix, type Route } from '@levelrail/contract/route.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { badRequest, methodNotAllowed, noSuchRoute } from '../errors.ts'
import { requestIds } from '../lib/ids.ts'
import { auditRequest, isAuditDue } from './audit-request.ts'
import { inputCheck } from './check-input.ts'
import { serveDashboard } from './dashboard.ts'
import { answer, answerKept, answerSocket, type Endpoint } from './endpoint.ts'
import { errorResponse } from './error-response.ts'
import { gate } from './gate.ts'
import type { HttpOptions } from './http-options.ts'
import { believeProxies, type Trust } from './own-ingress.ts'
import { isReading, routeIdOf } from './progress.ts'
import { apiHeaders, strictTransport } from './security-headers.ts'
import { Sockets } from './sockets.ts'

const bodyLimit = 1024 * 1024

export async function createHttpServer<Ctx>(options: HttpOptions<Ctx>): Promise<FastifyInstance> {
  let isBelieved: Trust = () => false
  const app = Fastify({
    bodyLimit,
    trustProxy: (address, hop) => isBelieved(address, hop),
    genReqId: requestIds(),
    requestTimeout: 60_000,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 256, caseSensitive: true, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => sendError(options, error, request, reply),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  })
  isBelieved = believeProxies(app.server, options.ingressProof, options.trustedProxies)
  app.decorateRequest('progress', null)
  takeOnlyJson(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // A kept-alive connection would hold up the stop until it times out.
    if (options.ctx.stopping.aborted) reply.header('connection', 'close')
    if (isAuditDue(request, reply)) auditRequest(options, request, reply).then(() => done(null, payload), done)
    else done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    observe(options, request, reply)
    done()
  })
  app.setErrorHandler((error, request, reply) => sendError(options, error, request, reply))
  const sockets = new Sockets(app, options.ctx)
  for (const [id, route] of Object.entries(options.routes)) addRoute(app, options, sockets, id, route)
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

function addRoute<Ctx>(
  app: FastifyInstance,
  options: HttpOptions<Ctx>,
  sockets: Sockets,
  id: string,
  route: Route,
): void {
  const handler = options.handlers[id]
  if (!handler) throw new Error(`route ${id} has no handler`)
  const endpoint: Endpoint<Ctx> = { id, route, check: inputCheck(route), handler }
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { id },
    onRequest: (request) => gate(options, route, request),
    handler: (request, reply) => {
      if (route.options.socket) return answerSocket(options, endpoint, sockets, request, reply)
      return route.options.keep
        ? answerKept(options, endpoint, request, reply)
        : answer(options, endpoint, request, reply)
    },
  })
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
  metrics.countRequest(route, statusCode, reply.elapsedTime / 1000)
  const isQuiet = isReading(request) && statusCode < 400
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

function allowedMethods(routes: Record<string, Route>, path: string): string[] {
  const matching = Object.values(routes).filter((route) => pathPattern(route.path).test(path))
  return [...new Set(matching.map(({ method }) => method))].sort()
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

/** A request that is not HTTP, or too large or slow to be read as such, still gets an answer in our form. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = JSON.stringify({ error: `the request could not be read: ${STATUS_CODES[status]?.toLowerCase()}` })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
