// Audits what no transaction did, before the answer goes out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal, resourceFromPath } from './audited.ts'
import type { HttpOptions } from './http-options.ts'
import { isReading, progressOf, routeIdOf } from './progress.ts'

/** What no transaction audited: failed writes one by one, refusals in aggregate. Still before the answer goes out. */
export async function auditRequest<Ctx>(
  options: HttpOptions<Ctx>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { actor, isAudited } = progressOf(request)
  const isRefused = isRefusal(actor, reply.statusCode)
  const isDue = !isReading(request) || reply.statusCode === 401 || reply.statusCode === 403 || reply.statusCode === 429
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
