// You: profile, password and second factor, sessions. The tab is in the URL.
import { Outlet } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useIdentity } from '../api/queries.ts'
import { PageHeader } from '../components/page-header.tsx'
import { useSignOut } from '../components/person-menu.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Tabs } from '../ui/tabs.tsx'

const tabs = [
  { to: paths.account, title: 'Profile' },
  { to: paths.accountSecurity, title: 'Password and second factor' },
  { to: paths.accountSessions, title: 'Sessions' },
] as const

export function AccountPage() {
  const { user } = useIdentity()
  const signOut = useSignOut()
  return (
    <>
      <PageHeader
        title="Account & security"
        action={
          <Button pending={signOut.isPending} onClick={() => signOut.mutate()}>
            <LogOut className="size-3.5" aria-hidden="true" />
            Sign out
          </Button>
        }
      >
        Signed in as {user.email}
      </PageHeader>
      <Tabs label="Account" tabs={tabs} />
      <Outlet />
    </>
  )
}
