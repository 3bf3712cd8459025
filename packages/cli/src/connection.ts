// The way to the API: a deadline for every call, pages one after another, and plain words for refused tokens.
import { type AllRoutes, allRoutes, type RouteId } from '@levelrail/contract/all-routes.ts'
import {
  ApiFailure,
  type ClientOptions,
  type PagedRouteId,
  type PageOptions,
  sendPage,
} from '@levelrail/contract/client.ts'
import type { QueryOf, ResultOf } from '@levelrail/contract/route.ts'
import { Failure } from './exit-codes.ts'
import type { Credential, Settings } from './settings.ts'
import { version } from './version.ts'

export function connect({ apiUrl, credential, timeoutMs }: Settings): ClientOptions {
  return {
    baseUrl: apiUrl,
    token: credential.kind === 'token' ? credential.token : undefined,
    session: credential.kind === 'session' ? credential.session : undefined,
    fetch: fetchWithin(timeoutMs),
  }
}

/** Every page of a list, as far as the caller goes on asking. */
export async function* pagesOf<Id extends PagedRouteId>(
  connection: ClientOptions,
  id: Id,
  query: QueryOf<AllRoutes[Id]>,
  options: PageOptions = {},
): AsyncGenerator<{ rows: ResultOf<AllRoutes[Id]>; hasMore: boolean }> {
  let before: string | undefined
  do {
    const { rows, next } = await sendPage(connection, id, { ...query, ...(before && { before }) }, options)
    before = next
    yield { rows, hasMore: next !== undefined }
  } while (before !== undefined)
}

/** For routes that only a signed-in person may use: a refused token is told so. */
export async function asPerson<T>(credential: Credential, call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    if (!(error instanceof ApiFailure && error.status === 403 && credential.kind === 'token')) throw error
    throw new Failure(
      'api',
      'an API token cannot do this, only a signed-in person can',
      'unset APP_API_TOKEN and sign in with: levelrail auth login',
    )
  })
}

export function needsPerson(id: RouteId): boolean {
  return allRoutes[id].options.ability === 'session'
}

/**
 * Reads the answer to its end inside the deadline, so that an answer cut off is a network failure too. Of a stream, only
 * the beginning has the deadline: who reads it says when it is enough.
 */
function fetchWithin(timeoutMs: number): typeof fetch {
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('user-agent', `levelrail-cli/${version}`)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
    try {
      const answer = await fetch(url, { ...init, headers, signal, redirect: 'manual' })
      if (answer.ok && answer.headers.get('content-type')?.includes('event-stream')) return answer
      const body = await answer.arrayBuffer()
      checkOrigin(answer)
      return new Response(body.byteLength > 0 ? body : null, answer)
    } catch (cause) {
      if (late.signal.aborted) throw new Error(`no answer within ${timeoutMs / 1000} s`)
      throw cause
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A redirect or a page means that something else than Levelrail answers at this address. */
function checkOrigin(answer: Response): void {
  const isRedirect = answer.status >= 300 && answer.status <= 399
  const isPage = answer.ok && answer.headers.get('content-type')?.includes('html')
  if (isRedirect) throw new Error(`it redirects to ${answer.headers.get('location')}; check --api-url`)
  if (isPage) throw new Error('a web page answered, not the API; check --api-url')
}
