// A connection that lasts outlives the check at its beginning: the gate is asked again while it does.
import type { Route } from '@levelrail/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { admit } from './gate.ts'
import type { HttpOptions } from './http-options.ts'

const askEveryMs = 2000

export interface AccessWatch {
  /** Why the caller may no longer; never while they may. */
  lost: Promise<ApiError>
  stop(): void
  /** The caller did something of their own: a session in use does not run out. */
  isUsed(): void
}

export function watchAccess<Ctx>(options: HttpOptions<Ctx>, route: Route, request: FastifyRequest): AccessWatch {
  const { clock, log } = options.ctx
  const lost = Promise.withResolvers<ApiError>()
  let cancel = () => {}
  let isOver = false
  let isUse = false
  const askLater = () => {
    if (!isOver) cancel = clock.after(askEveryMs, () => void ask())
  }
  const ask = async () => {
    try {
      const counts = isUse
      isUse = false
      await admit(options, route, request, { isUse: counts })
    } catch (error) {
      if (error instanceof ApiError) return lost.resolve(error)
      // Not known is not lost: the database may be away for a moment.
      log.warn({ err: error, requestId: request.id }, 'the right to a connection could not be looked up')
    }
    askLater()
  }
  askLater()
  return {
    lost: lost.promise,
    stop() {
      isOver = true
      cancel()
    },
    isUsed() {
      isUse = true
    },
  }
}
