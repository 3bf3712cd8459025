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
  const isHarmless = isReading(request) && !route.options.socket
  if (!isHarmless && credentialOf(request.headers)?.kind !== 'bearer') refuseForeignOrigin(request)
  await admit(options, route, request, { isUse: true })
}

/** The part that can be asked again while a connection lasts; then it is only a use where the caller did something. */
export async function admit<Ctx>(
  options: HttpOptions<Ctx>,
  route: Route,
  request: FastifyRequest,
  { isUse }: { isUse: boolean },
): Promise<void> {
  const { ability } = route.options
  if (ability === 'none') return
  const credential = credentialOf(request.headers)
  const readAt = await options.ctx.reads.generation()
  progressOf(request).readAt = readAt
  const actor = credential && (await options.authenticate(credential, request.ip, readAt, isUse))
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
