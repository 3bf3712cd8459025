// Who can sign in, with which role, and what they may touch. A person opens in a drawer with an address of its own.
import type { User } from '@levelrail/contract/schemas/users.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { UserPlus, Users } from 'lucide-react'
import { rowsOf, usersQuery } from '../api/queries.ts'
import { Failure } from '../components/failure.tsx'
import { MoreRows } from '../components/more-rows.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { policyWords } from '../components/words.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { type Column, Table } from '../ui/table.tsx'

function OnlyYou() {
  return (
    <EmptyState
      icon={<Users className="size-4" aria-hidden="true" />}
      title="You are the only one here"
      body="Add the people who work with you. Viewers see, operators deploy and change, admins manage people."
    />
  )
}

const columns: readonly Column<User>[] = [
  {
    title: 'Name',
    cell: (user) => (
      <Link to={paths.user} params={{ userId: user.id }} className="font-strong hover:text-accent-text hover:underline">
        {user.display_name}
      </Link>
    ),
  },
  { title: 'E-mail', cell: (user) => <span className="wrap-anywhere">{user.email}</span> },
  { title: 'Role', cell: (user) => <Badge>{user.role}</Badge> },
  {
    title: 'May touch',
    cell: (user) => (
      <span title={policyWords(user.policy)} className="block max-w-72 truncate text-muted">
        {policyWords(user.policy)}
      </span>
    ),
  },
  {
    title: 'Second factor',
    cell: (user) => (
      <span className="flex items-center gap-2">
        <StatusMark tone={user.two_factor ? 'ok' : 'stopped'} />
        {user.two_factor ? 'on' : 'off'}
      </span>
    ),
  },
  { title: 'Last sign-in', cell: (user) => <RelativeTime at={user.last_login_at} /> },
  { title: 'Added', cell: (user) => <RelativeTime at={user.created_at} />, isMinor: true },
]

export function UsersPage() {
  const list = useInfiniteQuery(usersQuery)
  const { data, error, refetch } = list
  const users = rowsOf(data)
  return (
    <>
      <PageHeader title="Users" action={<AddLink />}>
        People who can sign in. Programs use tokens instead.
      </PageHeader>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="load the users" onRetry={() => void refetch()} />
        </div>
      )}
      {(users || !error) && <Table label="Users" columns={columns} rows={users} rowKey={(user) => user.id} />}
      {users && <MoreRows list={list} shown={users.length} />}
      {users?.length === 1 && <OnlyYou />}
      <Outlet />
    </>
  )
}

function AddLink() {
  return (
    <Link to={paths.userNew} className={buttonClass('primary')}>
      <UserPlus className="size-3.5" aria-hidden="true" />
      Add a person
    </Link>
  )
}
