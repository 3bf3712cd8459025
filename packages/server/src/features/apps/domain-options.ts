// How a domain of an app is served: at which port, whether it leads elsewhere, HTTPS and what browsers remember. Pure.
import type { AppDomain, AppDomainWish } from '@levelrail/contract/schemas/domains.ts'
import { accepted, type Parsed, quoted, refused } from '../../lib/parsed.ts'
import type { AppDomainRow } from '../../store/tables.ts'
import { parseDomain, plainDomain } from './domain.ts'

export type DomainOptions = Omit<AppDomain, 'domain'>

export const defaultOptions: DomainOptions = {
  port: null,
  redirect_to: null,
  http: 'auto',
  hsts_seconds: 0,
  tls: 'auto',
}

export function readOptions({ port, redirect_to, http, hsts_seconds, tls }: StoredOptions): DomainOptions {
  return {
    port,
    redirect_to,
    http: http as DomainOptions['http'],
    hsts_seconds,
    tls: tls as DomainOptions['tls'],
  }
}

/** A row as it is read. */
export interface StoredOptions extends Omit<AppDomainRow, 'http' | 'hsts_seconds' | 'tls'> {
  http: string
  hsts_seconds: number
  tls: string
}

/** The list as it is kept, or what cannot stand together. That each is a domain, and none twice, is for others to say. */
export function checkOptions(wishes: AppDomainWish[]): Parsed<AppDomain[]> {
  const list = wishes.map((wish): AppDomain => {
    const { redirect_to, domain } = wish
    const elsewhere = typeof redirect_to === 'string' ? { redirect_to: plainDomain(redirect_to) } : {}
    return { ...defaultOptions, ...wish, ...elsewhere, domain: plainDomain(domain) }
  })
  const leading = new Set(list.filter(({ redirect_to }) => redirect_to !== null).map(({ domain }) => domain))
  for (const each of list) {
    const reason = faultOf(each, leading)
    if (reason !== undefined) return refused(`${quoted(each.domain)}: ${reason}`)
  }
  return accepted(list)
}

function faultOf(
  { domain, redirect_to, http, hsts_seconds, tls }: AppDomain,
  leading: Set<string>,
): string | undefined {
  if (tls === 'off' && http === 'redirect') return 'http cannot be "redirect" while tls is "off"'
  if (tls === 'off' && hsts_seconds > 0) return 'hsts_seconds must be 0 while tls is "off"'
  if (tls === 'acme' && domain.startsWith('*.'))
    return 'tls cannot be "acme" for a wildcard: upload a certificate for it, or take "internal"'
  return redirect_to === null ? undefined : redirectFault(domain, redirect_to, leading)
}

/** Where it leads must be a host that answers: not itself, and none that leads on. */
function redirectFault(domain: string, redirectTo: string, leading: Set<string>): string | undefined {
  const target = parseDomain(redirectTo)
  if (!target.ok) return `redirect_to: ${target.reason}`
  const { host, path } = target.value
  if (path !== '' || host.startsWith('*.'))
    return `redirect_to: ${quoted(redirectTo)} must be one host name, such as example.com; path and query are kept`
  if (domain.split('/')[0] === host) return 'redirect_to must be another host'
  if (leading.has(host)) return `redirect_to: ${quoted(host)} itself leads elsewhere; name where it ends`
  return undefined
}
