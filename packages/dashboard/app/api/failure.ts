// THE place where a failure becomes words: what failed, which, and what to do. The server's own words come first.
import { ApiFailure, NetworkFailure } from '@levelrail/contract/client.ts'

export interface FailureWords {
  title: string
  detail: string
  retryAfterSeconds?: number | undefined
}

/** `act` completes "Could not ...", for example "load the users". */
export function describeFailure(error: unknown, act: string): FailureWords {
  if (error instanceof NetworkFailure) {
    return {
      title: `Could not ${act}: the control plane does not answer`,
      detail: 'The page tries again by itself as soon as it answers.',
    }
  }
  if (error instanceof ApiFailure) return describeAnswer(error, act)
  return {
    title: `Could not ${act}`,
    detail: `The dashboard failed: ${error instanceof Error ? error.message : String(error)}. Reload the page.`,
  }
}

/** What the server said about this field, or one below it; its messages begin with the field that they are about. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined
  const [named = ''] = /^[a-z_]+(\.[\w-]+)*/i.exec(error.message) ?? []
  if (named !== field && !named.startsWith(`${field}.`)) return undefined
  return sentence(error.message.startsWith(`${field}: `) ? error.message.slice(field.length + 2) : error.message)
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401
}

function describeAnswer(error: ApiFailure, act: string): FailureWords {
  const words = sentence(error.message)
  switch (error.status) {
    case 403:
      return { title: `You may not ${act}`, detail: words }
    case 404:
      return { title: `Could not ${act}: it is gone`, detail: words }
    case 429:
      return { title: 'Too many attempts', detail: words, retryAfterSeconds: error.retryAfterSeconds }
    case 501:
      return { title: `Could not ${act}: this instance is not set up for it`, detail: words }
    default:
      return { title: `Could not ${act}`, detail: words }
  }
}

function sentence(text: string): string {
  // The name of a field stays as people must write it.
  const first = /^\w+[_.]\w/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}
