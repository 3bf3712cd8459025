// What the proxy refuses or takes off before anything looks at a request, because an app behind it could read it in
// another way than the proxy did. Pure. Smuggled bodies, line ends and control characters HAProxy refuses by itself.

const longestHost = 261

/** Names and IPv4 addresses, one dot at the end; or an IPv6 address; each with a port or none. */
const hosts = [
  `'^(?=.{1,${longestHost}}$)(?:[A-Za-z0-9_-]{1,63}\\.)*[A-Za-z0-9_-]{1,63}\\.?(?::[0-9]{0,5})?$'`,
  "'^\\[[0-9A-Fa-f:.]{2,45}\\](?::[0-9]{0,5})?$'",
]

export const hygieneRules = `  # A tunnel leads nowhere, and an echo would tell scripts what browsers hide from them.
  http-request deny deny_status 405 if { method CONNECT TRACE }
  # What could be read in two ways is refused.
  http-request deny deny_status 400 unless { req.fhdr(host) -m reg ${hosts.join(' ')} } or { req.ver 1.0 } !{ req.fhdr(host) -m found }
  # A target with a scheme is for proxies; the app gets the path alone.
  http-request deny deny_status 400 if !{ url -m beg / } !{ url -m str * } !{ url -m reg -i '^https?://[^/?@]*(/|$)' }
  http-request set-uri %[pathq] if { url -m beg -i http }
  # Nobody may name headers of ours as those to be taken off on the way, nor spell them so that they become ours in the app.
  http-request set-header Connection Upgrade if { req.hdr(connection) -m str -i upgrade }
  http-request del-header Connection unless { req.hdr(connection) -m str -i upgrade }
  http-request del-header '^(?=.*_)(x[-_]forwarded[-_]|x[-_]real[-_]ip$)' -m reg
  http-request del-header Proxy`
