// The rules of an app in words; those that do nothing are left out.
import type { AppRules, HeaderRule } from '@levelrail/contract/schemas/rules.ts'
import { factsText } from './facts.ts'

export function rulesText(rules: AppRules): string {
  const { rate_limit, waf, basic_auth, maintenance, sticky, timeouts, body_limit_bytes } = rules
  const seconds = (value: number | null) => (value === null ? '' : `${value} s`)
  const text = factsText([
    ['Maintenance', maintenance.enabled ? maintenance.message || 'on' : ''],
    ['Rate', rate_limit ? `${rate_limit.requests} a ${rate_limit.per} and address` : ''],
    ['Allowed', rules.ip_allow.join(', ')],
    ['Denied', rules.ip_deny.join(', ')],
    ['Firewall', waf.presets.join(', ')],
    ['Patterns', waf.patterns.join('  ')],
    ['Users', basic_auth?.users.map(({ username }) => username).join(', ') ?? ''],
    ['Body limit', body_limit_bytes === null ? '' : `${body_limit_bytes} bytes`],
    ['Request headers', headersText(rules.request_headers)],
    ['Response headers', headersText(rules.response_headers)],
    ['Sticky', sticky ? `by the cookie ${sticky.cookie_name}` : ''],
    ['Balance', rules.balance === 'leastconn' ? '' : rules.balance],
    ['Connect time-out', seconds(timeouts.connect_seconds)],
    ['Response time-out', seconds(timeouts.response_seconds)],
    ['Idle time-out', seconds(timeouts.idle_seconds)],
  ])
  return text === '' ? 'No rules: every request goes to the app as it comes.\n' : text
}

function headersText(headers: readonly HeaderRule[]): string {
  return headers.map(({ name, value }) => (value === null ? `${name} removed` : `${name}: ${value}`)).join('; ')
}
