// A page that exists, for somebody whose role does not open it.
import type { Identity } from '@levelrail/contract/schemas/auth.ts'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function NotAllowed({ title, who }: { title: string; who: Identity }) {
  return (
    <EmptyState
      icon={<Lock className="size-4" aria-hidden="true" />}
      title={`${title} is not open to you`}
      body={
        <>
          You are signed in as {who.user.email} with the role {who.user.role}. Ask an admin if you need this page.
        </>
      }
      action={
        <Link to={paths.home} className={buttonClass('secondary')}>
          Go to system status
        </Link>
      }
    />
  )
}
