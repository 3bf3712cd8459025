// What is known of a request between its steps: who makes it, and whether it is in the audit log yet.
import type { FastifyRequest } from 'fastify'
import type { Generation } from '../store/store.ts'
import type { Actor } from './actor.ts'

export interface Progress {
  actor: Actor
  /** What was committed when the request came; undefined where nobody needs to be known. */
  readAt: Generation | undefined
  isAudited: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `progressOf`; declared at the server so that every request has the same shape. */
    progress: Progress | null
  }
}

const anonymous: Actor = { kind: 'anonymous' }
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function progressOf(request: FastifyRequest): Progress {
  request.progress ??= { actor: anonymous, readAt: undefined, isAudited: false }
  return request.progress
}

export function isReading(request: FastifyRequest): boolean {
  return readingMethods.has(request.method)
}

export function routeIdOf(request: FastifyRequest): string {
  const { id } = request.routeOptions.config as { id?: string }
  return id ?? 'unknownRoute'
}
