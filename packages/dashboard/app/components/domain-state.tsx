// A domain in words: what becomes of a request for it, and how it is served.
import type { AppDomain, Domain } from '@levelrail/contract/schemas/domains.ts'
import { ExternalLink } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import type { Tone } from '../ui/status-mark.tsx'

const states: Record<Domain['state'], { tone: Tone; words: string; why: string }> = {
  serving: { tone: 'ok', words: 'serving', why: 'Requests go to the app' },
  not_running: { tone: 'stopped', words: 'not running', why: 'The app has no replica that is ready: 503' },
  shadowed: { tone: 'bad', words: 'shadowed', why: 'It is the own name of another app, which goes first' },
  no_ingress: { tone: 'unknown', words: 'no ingress', why: 'The ingress is off or not ready' },
}

export function DomainBadge({ state }: { state: Domain['state'] }) {
  const { tone, words, why } = states[state]
  return (
    <span title={why}>
      <Badge tone={tone}>{words}</Badge>
    </span>
  )
}

/** A link where it leads somewhere; never on the dashboard's own name, where the app would get the session. */
export function DomainName({ domain }: { domain: Domain }) {
  const isLinked =
    domain.url !== null && domain.state === 'serving' && new URL(domain.url).hostname !== location.hostname
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {isLinked ? (
        <a
          href={domain.url ?? ''}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1.5 rounded-sm font-mono wrap-break-word hover:underline"
        >
          {domain.domain}
          <ExternalLink className="size-3.5 shrink-0 text-faint" aria-label="(opens in a new tab)" />
        </a>
      ) : (
        <code className="wrap-break-word">{domain.domain}</code>
      )}
      {domain.is_own_name && <Badge>own name</Badge>}
    </span>
  )
}

const httpWords = { auto: '', redirect: 'http always to https', serve: 'http stays http' }
const tlsWords = { auto: '', acme: 'certificate by ACME only', internal: 'internal certificate', off: 'no TLS' }

/** Only what differs from the usual; empty where nothing does. */
export function optionWords({ port, redirect_to, http, hsts_seconds, tls }: AppDomain): string {
  const parts = [
    redirect_to === null ? '' : `leads to ${redirect_to}`,
    port === null ? '' : `port ${port}`,
    tlsWords[tls],
    httpWords[http],
    hsts_seconds === 0 ? '' : `HSTS ${hstsWords(hsts_seconds)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** "365 days" */
export function hstsWords(seconds: number): string {
  const days = seconds / 86_400
  if (seconds === 0) return 'off'
  if (days >= 1 && Number.isInteger(days)) return days === 1 ? '1 day' : `${days} days`
  return `${seconds} s`
}
