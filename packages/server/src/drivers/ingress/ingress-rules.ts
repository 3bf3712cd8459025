// What the proxy does with requests for one app before and after they reach it. Plain data, part of the plan.
import type { WafPreset } from './waf-presets.ts'

export interface HeaderChange {
  name: string
  /** Null takes the header away. */
  value: string | null
}

export interface IngressRules {
  rateLimit: { requests: number; per: 'second' | 'minute' } | null
  /** Addresses and networks. With an allowed one, all others are refused. */
  allow: string[]
  deny: string[]
  wafPresets: WafPreset[]
  /** As `waf-pattern.ts` takes them; others are left out. */
  wafPatterns: string[]
  /** Digests of `user:password` in hex: HMAC-SHA-256 with the key, which is in base64. */
  basicAuth: { key: string; digests: string[] } | null
  maintenance: { message: string } | null
  requestHeaders: HeaderChange[]
  responseHeaders: HeaderChange[]
  stickyCookie: string | null
  balance: 'leastconn' | 'roundrobin' | 'random' | 'source'
  connectSeconds: number | null
  responseSeconds: number | null
  idleSeconds: number | null
  bodyLimitBytes: number | null
}
