// Whose certificate answers for a host, and which one that is. Pure.
import type { AppDomain } from '@levelrail/contract/schemas/domains.ts'
import { covers, isValid, type StoredCertificate } from './certificate.ts'

export type TlsOwner = 'acme' | 'internal' | 'proxy' | 'custom'

export interface TlsSituation {
  /** The ingress takes TLS itself. */
  isTlsOn: boolean
  /** A proxy in front takes TLS off. */
  isTerminatedUpstream: boolean
  isAcmeEnabled: boolean
  certificates: StoredCertificate[]
  now: Date
}

export interface HostTls {
  /** Null where it is served without TLS. */
  owner: TlsOwner | null
  /** Undefined while there is none yet; one of the owner `proxy` is not ours. */
  certificate: StoredCertificate | undefined
}

export function tlsOf(host: string, wish: AppDomain['tls'], situation: TlsSituation): HostTls {
  const owner = ownerOf(host, wish, situation)
  if (owner === null || owner === 'proxy') return { owner, certificate: undefined }
  return { owner, certificate: bestFor(host, owner, situation) }
}

function ownerOf(host: string, wish: AppDomain['tls'], situation: TlsSituation): TlsOwner | null {
  if (wish === 'off') return null
  if (situation.isTerminatedUpstream) return 'proxy'
  if (!situation.isTlsOn) return null
  if (wish === 'internal') return 'internal'
  const hasCustom = wish === 'auto' && bestFor(host, 'custom', situation) !== undefined
  if (hasCustom) return 'custom'
  return situation.isAcmeEnabled && canHaveAcme(host) ? 'acme' : 'internal'
}

/** A host that the world can find, and at which HTTP can prove that it is ours: no wildcard. */
export function canHaveAcme(host: string): boolean {
  return host.includes('.') && !host.startsWith('*.') && !/(^|\.)(localhost|local|internal)$/.test(host)
}

/** One that is good now before one that is not, one for the very host before a wildcard, then the one that lasts longest. */
function bestFor(
  host: string,
  owner: Exclude<TlsOwner, 'proxy'>,
  { certificates, now }: TlsSituation,
): StoredCertificate | undefined {
  const rank = (each: StoredCertificate) =>
    `${isValid(each, now) ? 1 : 0}${each.hosts.includes(host) ? 1 : 0}${each.not_after ?? ''}`
  return certificates
    .filter((each) => each.owner === owner && each.chain_pem !== null && each.hosts.some((name) => covers(name, host)))
    .filter((each) => owner !== 'custom' || isValid(each, now))
    .toSorted((one, other) => (rank(one) < rank(other) ? 1 : -1))[0]
}

/** Whether requests without TLS are sent to HTTPS. On their own only to a certificate that browsers trust. */
export function isSentToHttps(wish: AppDomain['http'], { owner, certificate }: HostTls, now: Date): boolean {
  if (wish === 'serve' || owner === null) return false
  if (wish === 'redirect') return true
  return (owner === 'acme' || owner === 'custom') && certificate !== undefined && isValid(certificate, now)
}
