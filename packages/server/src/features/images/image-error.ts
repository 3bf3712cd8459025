// Why a platform image could not be had, told apart by what the operator can do about it.
import type { RunError } from '../../lib/run.ts'

export type ImageErrorKind = 'network' | 'unsupported' | 'failed'

export class ImageError extends Error {
  readonly kind: ImageErrorKind

  constructor(kind: ImageErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ImageError'
    this.kind = kind
  }
}

const networkWords =
  /could not resolve|temporary failure|connection (failed|refused|timed out)|could not connect|unable to connect|network is unreachable|no route to host/i

/** A package tool that failed: its own words decide whether the network was at fault. */
export function packageToolError(what: string, error: RunError): ImageError {
  const isNetwork = networkWords.test(error.output)
  const reason = isNetwork ? 'the package mirror does not answer' : error.message
  return new ImageError(isNetwork ? 'network' : 'failed', `${what}: ${reason}`, { cause: error })
}
