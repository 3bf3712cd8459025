// How the proxy takes TLS, and how a domain is served: sent to HTTPS, sent to another host, remembered by browsers. Pure.
// All of it but the addresses and the fallback is read from maps and lists, so that a change of it needs no new process.
import { challengePath } from './challenge-path.ts'
import type { IngressCertificate, IngressPlan, Listen, Route, TlsPlan } from './ingress.ts'
import { home } from './proxy-paths.ts'
import { plainHost } from './render-hygiene.ts'

export const certificateList = 'certificates.list'

/** Beside the folders of configurations, so that a change of one certificate does not write all others anew. */
export const certificateFolder = 'certificates'

export function certificatePath({ name }: Pick<IngressCertificate, 'name'>): string {
  return `${home}/${certificateFolder}/${name}.pem`
}

/** All addresses on one line: what stands on it is made once, and of a certificate that is the most part of its cost. */
export function bindLine(listen: Listen[], options = '', protocol = ''): string {
  const addresses = listen.map(({ host, port }) => {
    const isIpv6 = host.includes(':')
    const family = protocol && `${protocol}${isIpv6 ? 6 : 4}@`
    return `${family}${isIpv6 && host !== '::' ? `[${host}]` : host}:${port}`
  })
  const words = [addresses.join(','), listen.some(({ host }) => host === '::') && 'v6only', options]
  return `  bind ${words.filter(Boolean).join(' ')}`
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
  const bind = `\n${bindLine(tls.listen, `${options} alpn h2,http/1.1`)}`
  if (tls.isWithoutQuic || tls.listen.some(({ port }) => port !== publicHttpsPort)) return bind
  const offer = `h3=":${publicHttpsPort}"; ma=3600`
  return `${bind}
.if feature(QUIC)
${bindLine(tls.listen, `${options} alpn h3`, 'quic')}
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

const marks = {
  /** The app has rules. */
  rules: 'R',
  /** Something of what follows. */
  options: 'O',
  https: 'S',
  elsewhere: 'E',
  hsts: 'H',
  canary: 'N',
} as const

interface Leading {
  /** Undefined for an app that is not there. */
  backend: string | undefined
  hasRules: boolean
  canary: { backend: string | undefined; weight: number | undefined }
  publicPort: number | undefined
}

/**
 * Backend, app and marks, by which most is known without a look at the rest: seconds of HSTS, another host, the port of
 * HTTPS, the weight of the canary, and what the value is for a request that is led there. Marks are the only capitals.
 */
export function routeValue(route: Route, { backend, hasRules, canary, publicPort }: Leading): string | undefined {
  if (backend === undefined) return undefined
  const { app, isSentToHttps, hstsSeconds, redirectTo } = route
  const options = [
    isSentToHttps && marks.https,
    redirectTo && marks.elsewhere,
    hstsSeconds && marks.hsts,
    canary.backend && canary.weight !== undefined && marks.canary,
  ].filter((mark) => typeof mark === 'string')
  const common = hasRules ? marks.rules : ''
  if (options.length === 0) return [backend, app, ...(hasRules ? [common] : [])].join('|')
  const port = publicPort === undefined || publicPort === 443 ? '' : `:${publicPort}`
  const elsewhere = options.includes(marks.canary) ? [canary.weight, canary.backend, app, common] : []
  const all = `${marks.options}${common}${options.join('')}`
  return [backend, app, all, hstsSeconds || '', redirectTo ?? '', port, ...elsewhere].join('|')
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

const field = (at: number) => `var(txn.found),field(${at},|)`
const has = (mark: string) => `{ var(txn.found) -m sub ${mark} }`
export const hasRules = has(marks.rules)
const secureUrl = (host: string) => `https://%[${host}]%[${field(6)}]%[pathq]`
const plainUrl = `http://%[${field(5)}]%[req.hdr(host),regsub(^[^:]*,),regsub([^:0-9].*,)]%[pathq]`
const isChallenge = `{ path_beg ${challengePath} }`

/** The last http-request rules of the frontend. HTTPS is what the client speaks, also where a trusted proxy takes it off. */
export function domainRules({ trustedProxies }: Pick<IngressPlan, 'trustedProxies'>): string {
  const isHttps = trustedProxies.length > 0 ? '{ req.hdr(x-forwarded-proto) -m str -i https }' : '{ ssl_fc }'
  return `  # What the domain asks for, where it asks for anything.
  http-request allow if !${has(marks.options)}
  http-request set-var(txn.hsts) ${field(4)} if ${has(marks.hsts)} ${isHttps}
  http-request redirect code 308 location ${secureUrl(field(5))} if ${has(marks.elsewhere)} ${isHttps} !${isChallenge}
  http-request redirect code 308 location ${secureUrl(field(5))} if ${has(marks.elsewhere)} ${has(marks.https)} !${isChallenge}
  http-request redirect code 308 location ${plainUrl} if ${has(marks.elsewhere)} !${isChallenge}
  http-request redirect code 308 location ${secureUrl(plainHost)} if ${has(marks.https)} !${isHttps} !${isChallenge}
  http-request set-var(txn.weight) ${field(7)} if ${has(marks.canary)}
  http-request set-var(txn.found) var(txn.found),field(8,|,3) if { var(txn.weight) -m found } { rand(100),sub(txn.weight) -m int lt 0 }
  http-after-response set-header Strict-Transport-Security max-age=%[var(txn.hsts)] if { var(txn.hsts) -m found }`
}
