// A certificate in words: who keeps it, whether it is good, until when, and what stands in its way.
import type { Certificate } from '@levelrail/contract/schemas/certificates.ts'
import type { Domain } from '@levelrail/contract/schemas/domains.ts'
import { useCertificateRenew } from '../api/ingress-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Badge } from '../ui/badge.tsx'
import { RowButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { Tone } from '../ui/status-mark.tsx'

export const ownerWords: Record<NonNullable<Domain['tls_owner']>, string> = {
  acme: 'by ACME',
  internal: 'internal authority',
  custom: 'uploaded',
  proxy: 'proxy in front',
}

const states: Record<Certificate['state'], { tone: Tone; words: string }> = {
  healthy: { tone: 'ok', words: 'good' },
  expiring_soon: { tone: 'held', words: 'ends soon' },
  expired: { tone: 'bad', words: 'ended' },
  pending: { tone: 'working', words: 'on its way' },
  failed: { tone: 'bad', words: 'failed' },
}

/** The one that answers for the domain, or the one that is waited for. */
export function certificateOf(
  { domain, tls_owner }: Domain,
  certificates: readonly Certificate[] | undefined,
): Certificate | undefined {
  const [host = ''] = domain.split('/')
  const kept = certificates?.filter((certificate) => certificate.tls_owner === tls_owner)
  return kept?.find(({ domains }) => domains.includes(domain)) ?? kept?.find(({ sans }) => sans.includes(host))
}

/** Whose certificate a domain has, and whether it is good. */
export function DomainCertificate({ domain, certificate }: { domain: Domain; certificate: Certificate | undefined }) {
  if (domain.tls_owner === null) return <span className="text-faint">none, served without TLS</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {certificate && <CertificateBadge certificate={certificate} />}
      <span>{ownerWords[domain.tls_owner]}</span>
    </span>
  )
}

export function CertificateBadge({ certificate }: { certificate: Certificate }) {
  const { tone, words } = states[certificate.state]
  return <Badge tone={tone}>{words}</Badge>
}

/** When it ends and is renewed, or why it could not be had and when that is tried again; in brief without the why. */
export function CertificateTimes({ certificate, isBrief = false }: { certificate: Certificate; isBrief?: boolean }) {
  const { not_after, message, next_attempt_at } = certificate
  return (
    <span className="grid">
      {not_after && <RelativeTime at={not_after} />}
      {message !== null && !isBrief && (
        <span title={message} className="line-clamp-2 max-w-120 text-warn wrap-anywhere max-list:line-clamp-6">
          {message}
        </span>
      )}
      {next_attempt_at && (
        <span className="text-muted">
          {message === null && not_after ? 'renewed' : 'next try'} <RelativeTime at={next_attempt_at} />
        </span>
      )}
    </span>
  )
}

/** Why a domain has no certificate of its authority yet, or no new one, in full. */
export function CertificateNotice({ domain, certificate }: { domain: string; certificate: Certificate }) {
  const { state, message, next_attempt_at } = certificate
  if (message === null) return null
  return (
    <Notice
      tone={state === 'failed' || state === 'expired' ? 'bad' : 'held'}
      title={`${domain} waits for a certificate`}
      action={<RenewButton certificate={certificate} />}
    >
      {message}.{' '}
      {next_attempt_at && (
        <>
          Next try <RelativeTime at={next_attempt_at} />.
        </>
      )}
    </Notice>
  )
}

/** For those that an authority signs. */
export function RenewButton({ certificate }: { certificate: Certificate }) {
  const mayRenew = can.keepCertificates(useIdentity())
  const renew = useCertificateRenew()
  if (certificate.tls_owner !== 'acme' || !mayRenew) return null
  const [host = ''] = certificate.sans
  const isWaiting = certificate.state === 'pending' || certificate.state === 'failed'
  return (
    <>
      <RowButton
        label={isWaiting ? `Try ${host} now` : `Renew ${host}`}
        pending={renew.isPending}
        onClick={() => renew.mutate(certificate.id)}
      >
        {isWaiting ? 'Try now' : 'Renew'}
      </RowButton>
      {renew.error && <span className="text-bad">{renew.error.message}</span>}
    </>
  )
}
