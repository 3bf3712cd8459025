// The stored rules of an app in the words of the ingress. Pure.
import type { IngressRules } from '../../drivers/ingress/ingress-rules.ts'
import type { StoredRules } from './app-rules.ts'

const defaultMessage = 'This site is being worked on. Please come back later.'

/** Without its key no user is known, and nobody gets in: better than everybody. */
export function ingressRules(rules: StoredRules, key: string | undefined): IngressRules {
  const { waf, basic_auth, maintenance, timeouts } = rules
  return {
    rateLimit: rules.rate_limit,
    allow: rules.ip_allow,
    deny: rules.ip_deny,
    wafPresets: waf.presets,
    wafPatterns: waf.patterns,
    basicAuth: basic_auth && {
      key: key ?? '',
      digests: key === undefined ? [] : basic_auth.users.map(({ digest }) => digest),
    },
    maintenance: maintenance.enabled ? { message: maintenance.message.trim() || defaultMessage } : null,
    requestHeaders: rules.request_headers,
    responseHeaders: rules.response_headers,
    stickyCookie: rules.sticky?.cookie_name ?? null,
    balance: rules.balance,
    connectSeconds: timeouts.connect_seconds,
    responseSeconds: timeouts.response_seconds,
    idleSeconds: timeouts.idle_seconds,
    bodyLimitBytes: rules.body_limit_bytes,
  }
}
