// From a host that somebody named to an address that may be connected to. Whoever connects takes this address and asks
// no name server again: the second answer may be another one.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isAllowed } from './address-guard.ts'

export type OutboundProblem = 'not-allowed' | 'unresolved' | 'unreachable' | 'timeout' | 'tls'

/** What went wrong on the way out. The message names no address: it may be shown to who may not see the target. */
export class OutboundError extends Error {
  readonly kind: OutboundProblem
  constructor(kind: OutboundProblem, message: string) {
    super(message)
    this.name = 'OutboundError'
    this.kind = kind
  }
}

export interface CheckedAddress {
  address: string
  family: number
}

type Resolve = (host: string) => Promise<CheckedAddress[]>
const resolveAll: Resolve = (host) => lookup(host, { all: true })

export async function checkedAddress(
  host: string,
  allowedNetworks: readonly string[],
  signal: AbortSignal,
  resolve = resolveAll,
): Promise<CheckedAddress> {
  const plain = host.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(plain) > 0 ? [{ address: plain, family: isIP(plain) }] : await resolved(plain, resolve, signal)
  const usable = found.find(({ address }) => isAllowed(address, allowedNetworks))
  if (usable) return usable
  throw new OutboundError('not-allowed', 'the host leads to a private, local or special address')
}

async function resolved(host: string, resolve: Resolve, signal: AbortSignal): Promise<CheckedAddress[]> {
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    return await Promise.race([resolve(host), ended.promise])
  } catch (error) {
    if (signal.aborted) throw error
    throw new OutboundError('unresolved', 'the name of the host could not be resolved')
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Ours, from what a socket or the signal said. `ending` is the caller's own wish to stop, which passes as it is. */
export function outboundError(error: unknown, limit: AbortSignal, ending: AbortSignal): unknown {
  if (ending.aborted) return ending.reason
  if (error instanceof OutboundError) return error
  if (limit.aborted) return new OutboundError('timeout', 'no answer in time')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code)
  return new OutboundError(isTls ? 'tls' : 'unreachable', code || 'the connection broke')
}
