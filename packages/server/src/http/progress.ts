// What is known of a request between its steps: who makes it, and whether it is in the audit log yet.
import type { FastifyRequest } from 'fastify'
import type { Actor } from './actor.ts'

export interface Progress {
  actor: Actor
  isAudited: boolean
}

const anonymous: Actor = { kind: 'anonymous' }
const progress = new WeakMap<FastifyRequest, Progress>()
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function progressOf(request: FastifyRequest): Progress {
  const known = progress.get(request)
  if (known) return known
  const fresh: Progress = { actor: anonymous, isAudited: false }
  progress.set(request, fresh)
  return fresh
}

export function isReading(request: FastifyRequest): boolean {
  return readingMethods.has(request.method)
}

export function routeIdOf(request: FastifyRequest): string {
  const { id } = request.routeOptions.config as { id?: string }
  return id ?? 'unknownRoute'
}
