// ApiError and its constructors, named for the condition. The status numbers of errors live here alone. Spec 7.

export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly headers: Record<string, string>
  constructor(status: number, message: string, options: { code?: string; headers?: Record<string, string> } = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = options.code
    this.headers = options.headers ?? {}
  }
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, message)
}

export function unauthenticated(
  message = 'authentication required: sign in, or send an API token as a bearer token',
): ApiError {
  return new ApiError(401, message, { headers: { 'www-authenticate': 'Bearer realm="levelrail"' } })
}

export function forbidden(message: string): ApiError {
  return new ApiError(403, message)
}

export function notFound(what: string, which: string): ApiError {
  return new ApiError(404, `no ${what} ${JSON.stringify(which)}`)
}

/** What will be there, but is not now. */
export function notYet(message: string): ApiError {
  return new ApiError(404, message)
}

export function noSuchRoute(method: string, path: string): ApiError {
  return new ApiError(404, `no route ${method} ${path}; GET /api/v1/openapi.json lists them all`)
}

export function methodNotAllowed(method: string, path: string, allowed: string[]): ApiError {
  return new ApiError(405, `${path} does not take ${method}; it takes ${allowed.join(', ')}`, {
    headers: { allow: allowed.join(', ') },
  })
}

export function conflict(message: string, code?: string): ApiError {
  return new ApiError(409, message, code ? { code } : {})
}

export function bodyTooLarge(limitBytes: number): ApiError {
  return new ApiError(413, `the request body is over the limit of ${limitBytes} bytes`)
}

export function notJson(contentType: string | undefined): ApiError {
  const sent = contentType ? `not ${JSON.stringify(contentType.slice(0, 100))}` : 'and this one names no content type'
  return new ApiError(415, `request bodies are application/json, ${sent}`)
}

export function upgradeRequired(): ApiError {
  return new ApiError(426, 'this address is a WebSocket: open it with one', {
    headers: { upgrade: 'websocket', connection: 'upgrade' },
  })
}

export function tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError(429, message, { headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) } })
}

/** Nobody reads this answer; it keeps a request that was given up from being logged as a fault. */
export function callerHungUp(): ApiError {
  return new ApiError(499, 'the caller hung up before the answer')
}

export function needsMasterKey(what: string): ApiError {
  return new ApiError(501, `${what} needs a master key: set APP_MASTER_KEY or APP_MASTER_KEY_FILE and restart`)
}

export function unavailable(message: string): ApiError {
  return new ApiError(503, message)
}
