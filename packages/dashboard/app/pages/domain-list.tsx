// Every name under which an app is reached, and what becomes of a request for it.
import type { Certificate } from '@levelrail/contract/schemas/certificates.ts'
import type { Domain } from '@levelrail/contract/schemas/domains.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { allDomainsQuery, certificatesQuery } from '../api/ingress-queries.ts'
import { CertificateTimes, certificateOf, DomainCertificate } from '../components/certificate-state.tsx'
import { DomainBadge, DomainName } from '../components/domain-state.tsx'
import { Failure } from '../components/failure.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { type Column, Table } from '../ui/table.tsx'

interface Row extends Domain {
  certificate: Certificate | undefined
}

const columns: readonly Column<Row>[] = [
  { title: 'Domain', cell: (row) => <DomainName domain={row} /> },
  {
    title: 'App',
    cell: ({ app }) => (
      <Link to={paths.appDomains} params={{ name: app }} className="rounded-sm text-accent-text hover:underline">
        {app}
      </Link>
    ),
  },
  { title: 'State', cell: ({ state }) => <DomainBadge state={state} /> },
  { title: 'Certificate', cell: (row) => <DomainCertificate domain={row} certificate={row.certificate} /> },
  { title: 'Ends', cell: ({ certificate }) => certificate && <CertificateTimes certificate={certificate} /> },
]

export function DomainList() {
  const { data: domains, error, refetch } = useQuery(allDomainsQuery)
  const { data: certificates } = useQuery(certificatesQuery)
  const rows = domains?.map(
    (domain): Row => ({
      ...domain,
      certificate: certificateOf(domain, certificates),
    }),
  )
  if (rows?.length === 0)
    return (
      <EmptyState
        icon={<Globe className="size-4" aria-hidden="true" />}
        title="No domains"
        body="Every app has a name of its own as soon as it is there, and as many domains as you give it."
        action={
          <Link to={paths.apps} className={buttonClass('secondary')}>
            Go to the apps
          </Link>
        }
      />
    )
  return (
    <>
      {error && (
        <div className="px-6 py-4 max-shell:px-4">
          <Failure error={error} act="load the domains" onRetry={() => void refetch()} />
        </div>
      )}
      {(rows || !error) && (
        <Table label="Domains" columns={columns} rows={rows} rowKey={({ domain, app }) => `${domain} ${app}`} />
      )}
    </>
  )
}
