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
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}
