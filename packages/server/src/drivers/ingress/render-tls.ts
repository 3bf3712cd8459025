// How the proxy takes TLS, and how a domain is served: sent to HTTPS, sent to another host, remembered by browsers. Pure.
// All of it but the addresses and the fallback is read from maps and lists, so that a change of it needs no new process.
import { challengePath } from './challenge-path.ts'
import type { IngressCertificate, IngressPlan, Listen, Route, TlsPlan } from './ingress.ts'
import { home } from './proxy-paths.ts'

export const certificateList = 'certificates.list'

/** Beside the folders of configurations, so that a change of one certificate does not write all others anew. */
export const certificateFolder = 'certificates'

export function certificatePath({ name }: Pick<IngressCertificate, 'name'>): string {
  return `${home}/${certificateFolder}/${name}.pem`
}

export function bindText({ host, port }: Listen): string {
  return host === '::' ? `:::${port} v6only` : host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** Stands in the description of a process, which so tells where it takes TLS. */
export function tlsStructure({ tls }: Pick<IngressPlan, 'tls'>): string {
  if (!tls) return ''
  return ` tls ${tls.listen.map(listenText).join(' ')}${tls.isWithoutQuic ? '' : ` ${quicWord}`}`
}

export const quicWord = 'quic'

export function listenText({ host, port }: Listen): string {
  return `${host}:${port}`
}

/** Each certificate is one file, with nothing beside it to look for. A build whose TLS library has no QUIC of its own
 *  needs the word. */
export const tlsDefaults = `
  ssl-default-bind-options ssl-min-ver TLSv1.2
  ssl-load-extra-files none
.if feature(QUIC)
  limited-quic
.endif`

/** HTTP/3 only where clients find it at the port that they know, and where the build has it. */
export function tlsBinds({ tls, publicHttpsPort }: Pick<IngressPlan, 'tls' | 'publicHttpsPort'>): string {
  if (!tls) return ''
  const options = `ssl crt ${certificatePath(tls.fallback)} crt-list ${certificateList}`
  const binds = tls.listen.map((each) => `\n  bind ${bindText(each)} ${options} alpn h2,http/1.1`).join('')
  if (tls.isWithoutQuic || tls.listen.some(({ port }) => port !== publicHttpsPort)) return binds
  const quic = tls.listen.map(
    (each) => `\n  bind quic${each.host.includes(':') ? 6 : 4}@${bindText(each)} ${options} alpn h3`,
  )
  const offer = `h3=":${publicHttpsPort}"; ma=3600`
  return `${binds}
.if feature(QUIC)${quic.join('')}
  http-after-response set-header Alt-Svc '${offer}' if { ssl_fc }
.endif`
}

export function certificateLines({ certificates }: TlsPlan): string {
  return certificates.map((each) => `${certificateLine(each)}\n`).join('')
}

/** With the hosts, so that it answers for these alone, whatever else it names. */
export function certificateLine(certificate: IngressCertificate): string {
  return [certificatePath(certificate), ...certificate.hosts].join(' ')
}

/** Target, whether HTTPS is asked for, seconds of HSTS, another host, and the port of HTTPS; a plain route is its target. */
export function routeValue(route: Route, publicPort: number | undefined): string {
  const { isSentToHttps, hstsSeconds, redirectTo } = route
  const port = publicPort === undefined || publicPort === 443 ? '' : `:${publicPort}`
  const fields = [isSentToHttps ? 'https' : '', hstsSeconds ? `${hstsSeconds}` : '', redirectTo ?? '']
  return [targetOf(route), ...(fields.every((field) => field === '') ? [] : [...fields, port])].join('|')
}

export function targetOf({ app, port }: Pick<Route, 'app' | 'port'>): string {
  return port === undefined ? app : `${app}:${port}`
}

/** Where a part of the requests of an app goes, while it has a canary. */
export function canaryTarget(app: string): string {
  return `${app}:canary`
}

/** The app of `app:port`. */
export function appOfTarget(target: string): string {
  return target.split(':')[0] ?? target
}

const secureUrl = (host: string) => `https://%[var(txn.${host})]%[var(txn.found),field(5,|)]%[pathq]`
const plainUrl = `http://%[var(txn.elsewhere)]%[req.hdr(host),regsub(^[^:]*,),regsub([^:0-9].*,)]%[pathq]`
const isSent = '{ var(txn.sent_to) -m str https }'
const isElsewhere = '{ var(txn.elsewhere) -m len gt 0 }'
const isChallenge = `{ path_beg ${challengePath} }`
/** A route with more than its target. */
const asksForMore = '{ var(txn.domain) -m found }'

/** HTTPS is what the client speaks, also where a trusted proxy takes it off. */
export function domainRules({ trustedProxies }: Pick<IngressPlan, 'trustedProxies'>): string {
  const isSecure = trustedProxies.length > 0 ? '{ req.hdr(x-forwarded-proto) -m str -i https }' : '{ ssl_fc }'
  const isHttps = '{ var(txn.is_https) -m bool }'
  return `  # What the domain asks for, where it asks for anything.
  http-request set-var(txn.domain) bool(true) if { var(txn.found) -m sub | }
  http-request set-var(txn.is_https) bool(true) if ${asksForMore} ${isSecure}
  http-request set-var(txn.sent_to) var(txn.found),field(2,|) if ${asksForMore}
  http-request set-var(txn.hsts) var(txn.found),field(3,|) if ${asksForMore}
  http-request set-var(txn.elsewhere) var(txn.found),field(4,|) if ${asksForMore}
  http-request redirect code 308 location ${secureUrl('elsewhere')} if ${isElsewhere} ${isHttps} !${isChallenge}
  http-request redirect code 308 location ${secureUrl('elsewhere')} if ${isElsewhere} ${isSent} !${isChallenge}
  http-request redirect code 308 location ${plainUrl} if ${isElsewhere} !${isChallenge}
  http-request redirect code 308 location ${secureUrl('host')} if ${isSent} !${isHttps} !${isChallenge}
  http-after-response set-header Strict-Transport-Security max-age=%[var(txn.hsts)] if { var(txn.hsts) -m len gt 0 } ${isHttps}`
}
