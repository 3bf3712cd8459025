// Which hosts get their certificates by ACME. Pure.
import type { KeptSettings } from '../ingress/ingress-settings.ts'

/** The primary domain and those of apps, unless a domain says that its certificate comes from elsewhere. */
export function acmeHosts(primaryDomain: string | null, domains: { domain: string; tls: string }[]): string[] {
  const ofApps = domains
    .filter(({ tls }) => tls === 'auto' || tls === 'acme')
    .map(({ domain }) => domain.split('/')[0] ?? '')
  return [...new Set([...(primaryDomain === null ? [] : [primaryDomain]), ...ofApps])].filter(canHaveAcme)
}

/** A host that the world can find, at which HTTP can prove that it is ours: no wildcard. */
function canHaveAcme(host: string): boolean {
  return host.includes('.') && !host.startsWith('*.') && !/(^|\.)(localhost|local|internal)$/.test(host)
}

export function isAcmeOn({ acme_enabled, tls_terminated_upstream }: KeptSettings): boolean {
  return acme_enabled && !tls_terminated_upstream
}
