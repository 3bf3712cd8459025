// Domains of the app: whether each serves, whose certificate it has, until when, and how it is served.
import type { Certificate } from '@levelrail/contract/schemas/certificates.ts'
import type { AppDomain, Domain } from '@levelrail/contract/schemas/domains.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { appDomainsQuery, certificatesQuery } from '../api/ingress-queries.ts'
import { domainsQuery, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import {
  CertificateNotice,
  CertificateTimes,
  certificateOf,
  DomainCertificate,
  RenewButton,
} from '../components/certificate-state.tsx'
import { DomainBadge, DomainName, optionWords } from '../components/domain-state.tsx'
import { Failure } from '../components/failure.tsx'
import { DomainAdd, DomainDns } from '../forms/domain-add.tsx'
import { DomainEdit } from '../forms/domain-edit.tsx'
import { DomainRemove } from '../forms/domain-remove.tsx'
import { Button, RowButton } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'

const route = getRouteApi('/shell/apps/$name')

interface Row extends Domain {
  options: AppDomain | undefined
  certificate: Certificate | undefined
}

type Open = { act: 'add' } | { act: 'dns'; domain: string } | { act: 'edit' | 'remove'; options: AppDomain }

const columns: readonly Column<Row>[] = [
  { title: 'Domain', cell: (row) => <DomainName domain={row} /> },
  { title: 'State', cell: ({ state }) => <DomainBadge state={state} /> },
  { title: 'Certificate', cell: (row) => <DomainCertificate domain={row} certificate={row.certificate} /> },
  {
    title: 'Ends',
    // What stands in its way is told in full above.
    cell: ({ certificate }) => certificate && <CertificateTimes certificate={certificate} isBrief />,
  },
  {
    title: 'Served',
    cell: ({ options }) => options && <span className="text-muted">{optionWords(options) || 'as usual'}</span>,
  },
]

export function AppDomains() {
  const { name } = route.useParams()
  const mayEdit = can.editApps(useIdentity())
  const { data: domains, error, refetch } = useQuery(domainsQuery(name))
  const { data: options } = useQuery(appDomainsQuery(name))
  const { data: certificates } = useQuery(certificatesQuery)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const rows = domains?.map(
    (domain): Row => ({
      ...domain,
      options: options?.find((each) => each.domain === domain.domain),
      certificate: certificateOf(domain, certificates),
    }),
  )
  const actions: Column<Row> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-px text-right whitespace-nowrap',
    cell: ({ domain, options: served, certificate }) =>
      served && (
        <span className="inline-flex gap-1 max-list:-ml-2 max-list:flex-wrap">
          {certificate?.message === null && <RenewButton certificate={certificate} />}
          <RowButton label={`DNS of ${domain}`} onClick={() => setOpen({ act: 'dns', domain })}>
            DNS
          </RowButton>
          {mayEdit && (
            <>
              <RowButton label={`Edit ${domain}`} onClick={() => setOpen({ act: 'edit', options: served })}>
                Edit
              </RowButton>
              <RowButton label={`Remove ${domain}`} onClick={() => setOpen({ act: 'remove', options: served })}>
                Remove
              </RowButton>
            </>
          )}
        </span>
      ),
  }
  return (
    <section aria-label="Domains" className="grid gap-3 pt-4">
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 max-shell:px-4">
        <p className="max-w-xl text-muted">
          Names under which the app is reached. Its own name works on this machine alone; for others, add a domain whose
          DNS record leads here.
        </p>
        <Button
          look="primary"
          disabled={!mayEdit}
          title={mayEdit ? undefined : 'Needs the ability write'}
          onClick={() => setOpen({ act: 'add' })}
        >
          <Plus className="size-3.5" aria-hidden="true" />
          Add a domain
        </Button>
      </div>
      {error && (
        <div className="px-6 max-shell:px-4">
          <Failure error={error} act="load the domains" onRetry={() => void refetch()} />
        </div>
      )}
      {rows?.map(
        ({ domain, certificate }) =>
          certificate?.message && (
            <div key={domain} className="px-6 max-shell:px-4">
              <CertificateNotice domain={domain} certificate={certificate} />
            </div>
          ),
      )}
      {(rows || !error) && (
        <Table label="Domains" columns={[...columns, actions]} rows={rows} rowKey={({ domain }) => domain} />
      )}
      {open?.act === 'add' && <DomainAdd app={name} onClose={close} />}
      {open?.act === 'dns' && <DomainDns app={name} domain={open.domain} onClose={close} />}
      {open?.act === 'edit' && <DomainEdit app={name} options={open.options} onClose={close} />}
      {open?.act === 'remove' && <DomainRemove app={name} domain={open.options.domain} onClose={close} />}
    </section>
  )
}
