// A domain of an app: a host name, or `*.` and one, with the path below which its requests go to the app. Pure. What an
// operator must not be able to write here would end up in the ingress: no port, scheme, or anything that is no name.
import { domainToASCII, domainToUnicode } from 'node:url'
import { accepted, type Parsed, quoted, refused } from '../../lib/parsed.ts'

export interface Domain {
  host: string
  /** Begins with a slash and does not end with one; empty for all paths. */
  path: string
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Without `;` and quotes, which a URL may hold there: the proxy's own language reads them as its own. */
const segment = /^[A-Za-z0-9._~!$&()*+,=:@%-]+$/

/**
 * As it is stored and compared: host names do not care about capitals, a slash at the end says nothing, and names in
 * other letters have one form in ASCII.
 */
export function plainDomain(text: string): string {
  const [, host = '', path = ''] = /^([^/]*)(.*)$/.exec(text) ?? []
  return `${plainHost(host)}${path.replace(/\/+$/, '')}`
}

function plainHost(host: string): string {
  const plain = host.toLowerCase().replace(/\.$/, '')
  // What has no such form is left as it is, and refused as what it is.
  return /^[\p{ASCII}]*$/u.test(plain) ? plain : domainToASCII(plain) || plain
}

export function parseDomain(text: string): Parsed<Domain> {
  const say = (what: string) => refused(`${quoted(text)} ${what}; write it like example.com or example.com/api`)
  if (text.includes('://')) return say('must not have a scheme')
  const [, host = '', path = ''] = /^([^/]*)(.*)$/.exec(plainDomain(text)) ?? []
  const isWildcard = host.startsWith('*.')
  const labels = (isWildcard ? host.slice(2) : host).split('.')
  if (labels.some((part) => part.includes('*')))
    return say('may have a wildcard only as its first label, *.example.com')
  if (isWildcard && labels.length < 2) return say('has a wildcard for too much: *.example.com is for one domain')
  if (host.includes(':')) return say('must not have a port')
  if (host.length > 253 || !labels.every((part) => label.test(part))) return say('is not a host name')
  if (labels.every((part) => /^\d+$/.test(part))) return say('is an address, not a host name')
  const wrong = labels.find((part) => part.startsWith('xn--') && !isPunycode(part))
  if (wrong !== undefined) return say(`holds ${quoted(wrong)}, which stands for no name in other letters`)
  const segments = path.split('/').slice(1)
  if (segments.some((part) => part === '.' || part === '..')) return say('must not hold "." or ".." in its path')
  if (!segments.every((part) => segment.test(part)) || /%(?![0-9A-Fa-f]{2})/.test(path))
    return say('has a path that is none')
  return accepted({ host, path })
}

/** Whether a label that says so stands for letters, and is how these are written. */
function isPunycode(text: string): boolean {
  const meant = domainToUnicode(text)
  return meant !== '' && meant !== text && domainToASCII(meant) === text
}
