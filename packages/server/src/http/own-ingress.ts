// Who is believed when it says for whom it asks: proxies that the operator trusts, and our own ingress, which shows a
// proof, since it dials from this machine as anybody on it may. What all others say of themselves is dropped before
// anything looks at it.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { isIP } from 'node:net'
import { networkList } from '../lib/address-guard.ts'
import type { Secret } from '../lib/secret.ts'

export const proofHeader = 'x-levelrail-ingress'

export type Trust = (address: string, hop: number) => boolean

/** Answers whether an address on the way of a request is believed, the nearest being hop 0. */
export function believeProxies(server: Server, proof: Secret, trustedProxies: string[]): Trust {
  const list = networkList(trustedProxies)
  const isTrusted = (address: string) => {
    // A socket that takes both families tells an IPv4 address inside of an IPv6 one.
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
    return isIP(plain) > 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
  }
  const judge = ({ headers, socket }: IncomingMessage) => {
    const shown = headers[proofHeader]
    delete headers[proofHeader]
    if (isTrusted(socket.remoteAddress ?? '') || isProof(shown, proof)) return
    for (const name of Object.keys(headers))
      if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete headers[name]
  }
  server.prependListener('request', judge)
  server.prependListener('upgrade', judge)
  // Whoever is nearest and not believed has nothing left to be believed.
  return (address, hop) => hop === 0 || isTrusted(address)
}

function isProof(shown: string | string[] | undefined, proof: Secret): boolean {
  if (typeof shown !== 'string') return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(shown), digest(proof.reveal()))
}
