// What the proxy refuses or takes off before anything looks at a request, because an app behind it could read it in
// another way than the proxy did, and what it tells apps of the client. Pure. Smuggled bodies, line ends and control
// characters HAProxy refuses by itself.
import type { IngressPlan } from './ingress.ts'

type Trust = Pick<IngressPlan, 'trustedProxies'>

const longestHost = 261

/** Names and IPv4 addresses, one dot at the end; or an IPv6 address; each with a port or none. */
const hosts = [
  `'^(?=.{1,${longestHost}}$)(?:[A-Za-z0-9_-]{1,63}\\.)*[A-Za-z0-9_-]{1,63}\\.?(?::[0-9]{0,5})?$'`,
  "'^\\[[0-9A-Fa-f:.]{2,45}\\](?::[0-9]{0,5})?$'",
]

/** The host in one form: without port and trailing dot, in lower case. */
export const plainHost = 'req.hdr(host),host_only,lower,rtrim(.)'

/** The client asks for a tunnel, as of a WebSocket. */
export const isUpgrade = '{ var(txn.upgrade) -m found }'

/** Shown to the platform alone. */
export const proofHeader = 'X-Levelrail-Ingress'

/** Nobody may name headers of ours as those to be taken off on the way, nor spell them so that they become ours in the app. */
const neverSent = ['connection', 'proxy', proofHeader.toLowerCase()]
const sentByProxies = ['forwarded', 'x[-_]forwarded[-_].*', 'x[-_]real[-_]ip']
const misspelt = '(?=.*_)x[-_](?:forwarded[-_].*|real[-_]ip)'

export function hygieneRules({ trustedProxies }: Trust): string {
  const taken = [...neverSent, ...(trustedProxies.length === 0 ? sentByProxies : [misspelt])]
  return `  # A tunnel leads nowhere, and an echo would tell scripts what browsers hide from them.
  http-request deny deny_status 405 if { method CONNECT TRACE }
  # What could be read in two ways is refused.
  http-request deny deny_status 400 unless { req.fhdr(host) -m reg ${hosts.join(' ')} } or { req.ver 1.0 } !{ req.fhdr(host) -m found }
  # A target with a scheme is for proxies; the app gets the path alone.
  http-request deny deny_status 400 if !{ url -m beg / } !{ url -m str * } !{ url -m reg -i '^https?://[^/?@]*(/|$)' }
  http-request set-uri %[pathq] if { url -m beg -i http }
  # Headers that nobody but us may send.
  http-request set-var(txn.upgrade) bool(true) if { req.hdr(upgrade) -m found } { req.hdr(connection) -m str -i upgrade }
  http-request del-header '^(?:${taken.join('|')})$' -m reg
  http-request set-header Connection Upgrade if ${isUpgrade}`
}

/** What stays the same for a connection is looked at once. */
export function addressRules({ trustedProxies }: Trust): string {
  if (trustedProxies.length > 0) return '  acl is_trusted src -f trusted.list'
  return `  tcp-request session set-var(sess.client) src
  tcp-request session set-var(sess.scheme) ssl_fc,iif(https,http)
${addressVariables('sess')
  .map((line) => `  tcp-request session ${line}`)
  .join('\n')}`
}

/** `4` or `6` and the address in hex, from the variable `client` of a scope; an IPv4 address inside an IPv6 one is taken out. */
export function addressVariables(scope: 'sess' | 'txn'): string[] {
  return [
    `set-var(${scope}.hex) var(${scope}.client),hex if { var(${scope}.client) -m found }`,
    `set-var(${scope}.digits) str(4),concat(,${scope}.hex) if { var(${scope}.hex) -m len 8 }`,
    `set-var(${scope}.digits) 'var(${scope}.hex),regsub("^0{20}FFFF","4"),regsub("^(.{32})$","6\\1")' if { var(${scope}.hex) -m len 32 }`,
    `set-var(${scope}.network) var(${scope}.digits),bytes(0,17) if { var(${scope}.hex) -m found }`,
  ]
}

/** Only a trusted proxy may say who the client is. */
export function forwardRules({ trustedProxies }: Trust): string {
  if (trustedProxies.length === 0)
    return `  # Nobody but us says who the client is.
  http-request add-header X-Forwarded-For %[var(sess.client)]
  http-request add-header X-Forwarded-Proto %[var(sess.scheme)]
  http-request add-header X-Forwarded-Host %[req.hdr(host)]
  http-request add-header X-Real-IP %[var(sess.client)]`
  return `  # Only a trusted proxy may say who the client is.
  http-request del-header X-Forwarded- -m beg if !is_trusted
  http-request del-header Forwarded if !is_trusted
  http-request del-header X-Real-IP if !is_trusted
  http-request set-header X-Forwarded-Proto %[ssl_fc,iif(https,http)] if !{ req.hdr(x-forwarded-proto) -m found }
  http-request set-header X-Forwarded-Host %[req.hdr(host)] if !{ req.hdr(x-forwarded-host) -m found }
  http-request set-header X-Real-IP %[src] if !{ req.hdr(x-real-ip) -m found }
  option forwardfor`
}
