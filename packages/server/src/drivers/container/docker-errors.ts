// What the Docker Engine means where its status codes say too little. Matched loosely: the words change by version.
import { DriverError } from './container.ts'

/** Engines call some conflicts 403 or 500; their words tell. */
export function asConflict(error: unknown, words: RegExp): unknown {
  if (!(error instanceof DriverError) || error.kind === 'unreachable' || !words.test(error.message)) return error
  return new DriverError('conflict', error.message, { cause: error })
}

export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'not-found') return undefined
    throw error
  }
}
