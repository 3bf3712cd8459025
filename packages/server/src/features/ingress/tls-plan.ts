// How each domain is served, and by which certificates, out of what is wanted of it and what there is. Pure.
import { createHash } from 'node:crypto'
import type { IngressCertificate, Route } from '../../drivers/ingress/ingress.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Domain } from '../apps/domain.ts'
import { type DomainOptions, defaultOptions } from '../apps/domain-options.ts'
import type { StoredCertificate } from '../certificates/certificate.ts'
import { type HostTls, isSentToHttps, type TlsSituation, tlsOf } from '../certificates/tls-owner.ts'

/** `isOwnName`: `<app>.localhost`, which has no options. */
export type NamedDomain = Domain & { isOwnName: boolean }

export interface ServedDomains {
  /** By host. */
  hosts: Map<string, HostTls>
  /** By domain; one that is not here has the defaults. */
  options: Map<string, DomainOptions>
  now: Date
}

/** A host has one certificate, so the domain of it with the shortest path says whose. */
export function serveDomains(
  names: NamedDomain[],
  options: Map<string, DomainOptions>,
  situation: TlsSituation,
): ServedDomains {
  const hosts = new Map<string, HostTls>()
  for (const name of names.toSorted((one, other) => one.path.length - other.path.length))
    if (!hosts.has(name.host)) hosts.set(name.host, tlsOf(name.host, optionsOf(options, name).tls, situation))
  return { hosts, options, now: situation.now }
}

/** What a route has beside where it leads. */
export function routeOptions(
  name: NamedDomain,
  { hosts, options, now }: ServedDomains,
): Pick<Route, 'port' | 'isSentToHttps' | 'hstsSeconds' | 'redirectTo'> {
  const { port, http, hsts_seconds, redirect_to } = optionsOf(options, name)
  const tls = hosts.get(name.host) ?? { owner: null, certificate: undefined }
  return {
    ...(port === null ? {} : { port }),
    ...(redirect_to === null ? {} : { redirectTo: redirect_to }),
    ...(isSentToHttps(http, tls, now) ? { isSentToHttps: true } : {}),
    ...(hsts_seconds > 0 && tls.owner !== null ? { hstsSeconds: hsts_seconds } : {}),
  }
}

function optionsOf(options: Map<string, DomainOptions>, { host, path, isOwnName }: NamedDomain): DomainOptions {
  return (isOwnName ? undefined : options.get(`${host}${path}`)) ?? defaultOptions
}

/** Each certificate that answers for some host, with these hosts. */
export function certificatesFor(
  { hosts }: ServedDomains,
  open: (certificate: StoredCertificate) => Secret,
): IngressCertificate[] {
  const used = [...hosts].flatMap(([host, { certificate }]) => (certificate ? [{ host, certificate }] : []))
  return [...Map.groupBy(used, ({ certificate }) => certificate.id).values()].flatMap((uses) => {
    const [first] = uses
    return first ? [planCertificate(first.certificate, uses.map(({ host }) => host).sort(), open)] : []
  })
}

export function planCertificate(
  certificate: StoredCertificate,
  hosts: string[],
  open: (certificate: StoredCertificate) => Secret,
): IngressCertificate {
  const text = JSON.stringify([certificate.id, certificate.fingerprint, hosts])
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  return { name, hosts, open: () => open(certificate) }
}

export function hostsOfOwner({ hosts }: ServedDomains, owner: HostTls['owner']): string[] {
  return [...hosts].filter(([, tls]) => tls.owner === owner).map(([host]) => host)
}
