// THE table of exit codes, and which error ends with which of them.
import { ApiFailure, NetworkFailure } from '@levelrail/contract/client.ts'

export const exitCodes = {
  ok: { code: 0, meaning: 'Done' },
  usage: { code: 1, meaning: 'The command line is wrong: unknown command or option, or something is missing' },
  validation: { code: 2, meaning: 'A value was refused, here or by the API (400, 422)' },
  network: { code: 3, meaning: 'The API gave no answer: unreachable, cut off or out of time' },
  api: { code: 4, meaning: 'The API answered with an error (401, 403, 404, 409, 429, 5xx)' },
  appFailed: { code: 5, meaning: 'apps wait: the app is not well, or its newest deploy was no success' },
  waitedTooLong: { code: 6, meaning: 'A wait was over before its end was seen (--timeout-wait)' },
  deployFailed: {
    code: 7,
    meaning: 'The deploy or task run waited for failed, or was canceled, superseded or blocked',
  },
  interrupted: { code: 130, meaning: 'Stopped with Ctrl-C' },
} as const

export type Ending = keyof typeof exitCodes

/** An error the CLI itself found: how it ends, what is wrong, and what to do about it. */
export class Failure extends Error {
  readonly ending: Ending
  readonly hint: string | undefined
  constructor(ending: Ending, message: string, hint?: string) {
    super(message)
    this.name = 'Failure'
    this.ending = ending
    this.hint = hint
  }
}

export function usage(message: string, hint?: string): Failure {
  return new Failure('usage', message, hint)
}

export function invalid(message: string, hint?: string): Failure {
  return new Failure('validation', message, hint)
}

export function endingOf(error: unknown): Ending {
  if (error instanceof Failure) return error.ending
  if (error instanceof NetworkFailure) return 'network'
  if (error instanceof ApiFailure) return error.status === 400 || error.status === 422 ? 'validation' : 'api'
  return 'usage'
}
