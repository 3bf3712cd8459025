// A domain of an app: a host name, with the path below which its requests go to the app. Pure. What an operator must not
// be able to write here would end up in the ingress: no wildcard, port, scheme, or anything that is no name.
import { accepted, type Parsed, quoted, refused } from '../../lib/parsed.ts'

export interface Domain {
  host: string
  /** Begins with a slash and does not end with one; empty for all paths. */
  path: string
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Without `;` and quotes, which a URL may hold there: the proxy's own language reads them as its own. */
const segment = /^[A-Za-z0-9._~!$&()*+,=:@%-]+$/

/** As it is stored and compared: host names do not care about capitals, and a slash at the end says nothing. */
export function plainDomain(text: string): string {
  const [, host = '', path = ''] = /^([^/]*)(.*)$/.exec(text) ?? []
  return `${host.toLowerCase().replace(/\.$/, '')}${path.replace(/\/+$/, '')}`
}

export function parseDomain(text: string): Parsed<Domain> {
  const say = (what: string) => refused(`${quoted(text)} ${what}; write it like example.com or example.com/api`)
  if (text.includes('://')) return say('must not have a scheme')
  const [, host = '', path = ''] = /^([^/]*)(.*)$/.exec(plainDomain(text)) ?? []
  if (host.includes('*')) return say('must not have a wildcard')
  if (host.includes(':')) return say('must not have a port')
  const labels = host.split('.')
  if (host.length > 253 || !labels.every((part) => label.test(part))) return say('is not a host name')
  if (labels.every((part) => /^\d+$/.test(part))) return say('is an address, not a host name')
  const segments = path.split('/').slice(1)
  if (segments.some((part) => part === '.' || part === '..')) return say('must not hold "." or ".." in its path')
  if (!segments.every((part) => segment.test(part)) || /%(?![0-9A-Fa-f]{2})/.test(path))
    return say('has a path that is none')
  return accepted({ host, path })
}
