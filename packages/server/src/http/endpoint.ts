// Serves one row of the route table: checks the input, calls the handler, sends what it answers.

import { Readable } from 'node:stream'
import { type Route, type StreamEvent, successStatus } from '@levelrail/contract/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, callerHungUp } from '../errors.ts'
import { failpoint } from '../lib/failpoint.ts'
import type { Trx } from '../store/store.ts'
import type { ServeChannel } from './channel.ts'
import type { InputCheck } from './check-input.ts'
import { sessionCookie } from './credentials.ts'
import type { AnyHandler, RequestFacts } from './handler.ts'
import type { HttpOptions } from './http-options.ts'
import { progressOf } from './progress.ts'
import { apiHeaders } from './security-headers.ts'
import { sendEvents } from './send-events.ts'
import type { Sockets } from './sockets.ts'
import { watchAccess } from './watch-access.ts'

/** The place in the logs of a hundred containers fits. */
const longestEventId = 8000

/** One row of the table with what serves it. */
export interface Endpoint<Ctx> {
  id: string
  route: Route
  check: InputCheck
  handler: AnyHandler<Ctx>
}

interface Kept {
  payload: Buffer
  headers: [string, string][]
}

/** Answers without asking again while nothing was written since. The key holds all that the answer depends on. */
export async function answerKept<Ctx>(
  options: HttpOptions<Ctx>,
  endpoint: Endpoint<Ctx>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { id, route } = endpoint
  const { reads } = options.ctx
  const { actor, readAt = await reads.generation() } = progressOf(request)
  const scope = 'scope' in actor ? actor.scope : ''
  const kept = await reads.get<Kept>(readAt, `${id} ${request.url} ${scope}`, async () => {
    const headers: [string, string][] = []
    const result = await run(options, endpoint, request, reply, (name, value) => headers.push([name, value]))
    return { payload: Buffer.from(JSON.stringify(result)), headers }
  })
  for (const [name, value] of kept.headers) reply.header(name, value)
  return reply.code(successStatus(route)).headers(apiHeaders).type('application/json; charset=utf-8').send(kept.payload)
}

export async function answer<Ctx>(
  options: HttpOptions<Ctx>,
  endpoint: Endpoint<Ctx>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { route } = endpoint
  const result = await run(options, endpoint, request, reply, (name, value) => reply.header(name, value))
  reply.code(successStatus(route)).headers(apiHeaders)
  if (route.options.stream)
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        // A proxy in front must not hold events back until it has enough of them.
        .header('x-accel-buffering', 'no')
        // It may end only because we stop, and a connection that is kept alive would hold that up.
        .header('connection', 'close')
        .send(Readable.from(sendEvents(result as AsyncIterable<StreamEvent>, watchAccess(options, route, request))))
    )
  if (route.options.download)
    return reply.type('text/plain; charset=utf-8').send(Readable.from(result as AsyncIterable<string>))
  if (route.options.text) return reply.type('text/plain; charset=utf-8').send(result)
  if (result === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
}

/** Refused as any other request, or turned into a socket. */
export async function answerSocket<Ctx>(
  options: HttpOptions<Ctx>,
  endpoint: Endpoint<Ctx>,
  sockets: Sockets,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  sockets.requireUpgrade(request.raw)
  const serve = (await run(options, endpoint, request, reply, () => {})) as ServeChannel
  reply.hijack()
  sockets.accept(request.raw, reply.raw, serve, () => watchAccess(options, endpoint.route, request))
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
    becomes(user) {
      progressOf(request).actor = {
        kind: 'session',
        user,
        sessionId: '',
        abilities: [],
        policies: [],
        expiresAt: '',
        scope: '',
      }
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
  const result = await db.transaction().execute(async (trx) => {
    const written = await write(trx)
    const { actor } = progressOf(request)
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

/** No database keeps a NUL in a text, so none gets that far. */
function refuseNul(url: string, params: unknown): void {
  if (url.includes('%00') || JSON.stringify(params).includes('\\u0000'))
    throw badRequest('the address must not hold a NUL character')
}

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    id: request.id,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    isSecure: request.protocol === 'https',
    origin: `${request.protocol}://${request.host}`,
    url: request.url,
    lastEventId: lastEventIdOf(request),
  }
}

function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' ? id.slice(0, longestEventId) : undefined
}

/** Aborts when the caller hangs up, and when the answer is over: nothing may go on for nobody. */
function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort(callerHungUp()))
  return controller.signal
}
