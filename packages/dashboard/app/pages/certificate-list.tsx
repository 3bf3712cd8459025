// Every certificate of the ingress: whose it is, for which hosts, how long it is good, and who uses it.
import type { Certificate } from '@levelrail/contract/schemas/certificates.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { certificatesQuery } from '../api/ingress-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { CertificateBadge, CertificateTimes, ownerWords, RenewButton } from '../components/certificate-state.tsx'
import { Failure } from '../components/failure.tsx'
import { CertificateDelete } from '../forms/certificate-delete.tsx'
import { RowButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { type Column, Table } from '../ui/table.tsx'

const columns: readonly Column<Certificate>[] = [
  {
    title: 'Hosts',
    cell: ({ sans }) => (
      <span className="grid">
        {sans.map((host) => (
          <code key={host} className="wrap-anywhere">
            {host}
          </code>
        ))}
      </span>
    ),
  },
  { title: 'State', cell: (certificate) => <CertificateBadge certificate={certificate} /> },
  { title: 'Kept', cell: ({ tls_owner }) => ownerWords[tls_owner] },
  { title: 'Ends', cell: (certificate) => <CertificateTimes certificate={certificate} /> },
  { title: 'Signed by', cell: ({ issuer }) => <span className="wrap-anywhere">{issuer}</span>, isMinor: true },
  {
    title: 'Used by',
    cell: ({ domains }) =>
      domains.length === 0 ? (
        <span className="text-faint">no domain</span>
      ) : (
        <span className="wrap-anywhere">{domains.join(', ')}</span>
      ),
  },
  {
    title: 'Fingerprint',
    cell: ({ fingerprint }) => (
      <code title={fingerprint ?? undefined} className="text-faint">
        {fingerprint ? `${fingerprint.slice(0, 12)}…` : '–'}
      </code>
    ),
    isMinor: true,
  },
]

export function CertificateList() {
  const mayKeep = can.keepCertificates(useIdentity())
  const { data: certificates, error, refetch } = useQuery(certificatesQuery)
  const [leaving, setLeaving] = useState<Certificate>()
  const actions: Column<Certificate> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-px text-right whitespace-nowrap',
    cell: (certificate) =>
      certificate.tls_owner === 'custom' ? (
        <RowButton
          label={`Delete the certificate of ${certificate.sans.join(', ')}`}
          className="max-list:-ml-2"
          onClick={() => setLeaving(certificate)}
        >
          Delete
        </RowButton>
      ) : (
        <RenewButton certificate={certificate} />
      ),
  }
  return (
    <>
      {error && (
        <div className="px-6 py-4 max-shell:px-4">
          <Failure error={error} act="load the certificates" onRetry={() => void refetch()} />
        </div>
      )}
      {certificates?.length === 0 ? (
        <EmptyState
          icon={<ShieldCheck className="size-4" aria-hidden="true" />}
          title="No certificates"
          body="Domains of apps get theirs by themselves, from a public authority where ACME is on, else from the internal one. Or upload your own."
        />
      ) : (
        (certificates || !error) && (
          <Table
            label="Certificates"
            columns={mayKeep ? [...columns, actions] : columns}
            rows={certificates}
            rowKey={({ id }) => id}
          />
        )
      )}
      {leaving && <CertificateDelete certificate={leaving} onDone={() => setLeaving(undefined)} />}
      <Outlet />
    </>
  )
}
