// The gate before every route: origin, credential, ability, resource policy, in this order.
import { type Route, resourceOf } from '@levelrail/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { forbidden, notFound, unauthenticated } from '../errors.ts'
import { mayTouch, refusal } from './actor.ts'
import { credentialOf } from './credentials.ts'
import type { HttpOptions } from './http-options.ts'
import { foreignOrigin } from './origin.ts'
import { isReading, progressOf } from './progress.ts'

/** Who is it, and may they? Before a byte of the body is read. */
export async function gate<Ctx>(options: HttpOptions<Ctx>, route: Route, request: FastifyRequest): Promise<void> {
  const { ability } = route.options
  const credential = credentialOf(request.headers)
  if (!isReading(request) && credential?.kind !== 'bearer') refuseForeignOrigin(request)
  if (ability === 'none') return
  const readAt = await options.ctx.reads.generation()
  progressOf(request).readAt = readAt
  const actor = credential && (await options.authenticate(credential, request.ip, readAt))
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
