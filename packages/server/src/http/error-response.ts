// Turns every error into `{ "error": string }` with the right status. Spec 7.1.
import { STATUS_CODES } from 'node:http'
import type { ErrorBody } from '@levelrail/contract/schemas/common.ts'
import { ApiError, badRequest, bodyTooLarge, notJson, unavailable } from '../errors.ts'

export interface ErrorResponse {
  status: number
  headers: Record<string, string>
  body: ErrorBody
  /** An error of ours, which belongs in the log with its stack. */
  isFault: boolean
}

export function errorResponse(
  error: unknown,
  requestId: string,
  facts: { bodyLimit: number; contentType: string | undefined },
): ErrorResponse {
  const known = error instanceof ApiError ? error : translate(error, facts)
  if (!known) {
    const message = `internal error; the server's log has the details under request ${requestId}`
    return { status: 500, headers: {}, body: { error: message }, isFault: true }
  }
  const body: ErrorBody = known.code ? { error: known.message, code: known.code } : { error: known.message }
  return {
    status: known.status,
    headers: known.headers,
    body,
    isFault: known.status >= 500 && !(error instanceof ApiError),
  }
}

function translate(
  error: unknown,
  facts: { bodyLimit: number; contentType: string | undefined },
): ApiError | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(facts.bodyLimit)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return notJson(facts.contentType)
  if (databaseIsAway(code)) return unavailable('the database does not answer; try again in a moment')
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  if (status < 400 || status > 499) return undefined
  const message = error instanceof Error ? error.message : (STATUS_CODES[status] ?? 'bad request')
  return status === 400 ? badRequest(message) : new ApiError(status, message)
}

/** Connection errors of PostgreSQL, and the classes "connection exception" and "operator intervention". */
function databaseIsAway(code: string): boolean {
  return /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOENT_SOCKET|08...|57P0.)$/.test(code)
}
