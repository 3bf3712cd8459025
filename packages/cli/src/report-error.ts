// An error in words: what, which, what to do. Never a stack for what a person can mend.
import { ApiFailure, NetworkFailure } from '@levelrail/contract/client.ts'
import { Failure } from './exit-codes.ts'
import type { Credential } from './settings.ts'

export interface Report {
  error: string
  code?: string | undefined
  status?: number | undefined
  hint?: string | undefined
}

/** `credential` is undefined while it is not yet known. */
export function reportOf(error: unknown, credential: Credential | undefined): Report {
  if (error instanceof Failure) return { error: error.message, hint: error.hint }
  if (error instanceof NetworkFailure) {
    return { error: error.message, hint: 'check that the control plane runs there (--api-url or APP_API_URL)' }
  }
  if (error instanceof ApiFailure) {
    return { error: error.message, code: error.code, status: error.status, hint: apiHint(error, credential) }
  }
  return { error: `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` }
}

function apiHint({ status, retryAfterSeconds }: ApiFailure, credential: Credential | undefined): string | undefined {
  if (status === 401) {
    if (credential?.kind === 'token') return 'the API token was refused: it may be revoked, expired or mistyped'
    if (credential?.kind === 'session') return 'your sign-in has ended, sign in with: levelrail auth login'
    return 'sign in with: levelrail auth login'
  }
  if (status === 403) return 'see what you may do with: levelrail auth whoami'
  return retryAfterSeconds === undefined ? undefined : `try again in ${retryAfterSeconds} s`
}
