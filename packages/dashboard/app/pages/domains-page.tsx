// All domains and certificates of the instance.
import { Link, Outlet } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { PageHeader } from '../components/page-header.tsx'
import { RootDownload } from '../forms/root-download.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Tabs } from '../ui/tabs.tsx'

export function DomainsPage() {
  const mayUpload = can.keepCertificates(useIdentity())
  return (
    <>
      <PageHeader
        title="Domains"
        action={
          <>
            <RootDownload />
            {mayUpload && (
              <Link to={paths.certificateNew} className={buttonClass('primary')}>
                <Upload className="size-3.5" aria-hidden="true" />
                Upload a certificate
              </Link>
            )}
          </>
        }
      >
        Names under which apps are reached, and the certificates that answer for them. A domain is added on the page of
        its app.
      </PageHeader>
      <Tabs
        label="Domains"
        tabs={[
          { to: paths.domains, title: 'Domains' },
          { to: paths.certificates, title: 'Certificates', hasPages: true },
        ]}
      />
      <Outlet />
    </>
  )
}
