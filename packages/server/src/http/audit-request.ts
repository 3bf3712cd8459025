// Audits what no transaction did, before the answer goes out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal, resourceFromPath } from './audited.ts'
import type { HttpOptions } from './http-options.ts'
import { isReading, progressOf, routeIdOf } from './progress.ts'

/** Every write, and every refusal, once. */
export function isAuditDue(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const isRefusal = statusCode === 401 || statusCode === 403 || statusCode === 429
  return (isRefusal || !isReading(request)) && !progressOf(request).isAudited
}

/** Failed writes one by one, refusals in aggregate. */
export async function auditRequest<Ctx>(
  options: HttpOptions<Ctx>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { actor } = progressOf(request)
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
    await (isRefusal(actor, reply.statusCode) ? audit.refused(facts) : audit.record(db, facts))
  } catch (error) {
    log.error({ err: error, requestId: request.id }, 'a request could not be audited')
  }
}
