// Around every page: its title in the tab, and the notices.
import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { titleOf } from '../page-title.ts'
import { Toasts } from '../ui/toast.tsx'

export function Root() {
  const titles = useMatches({ select: (matches) => matches.flatMap((match) => titleOf(match) ?? []) })
  const title = [...titles.toReversed(), 'Levelrail'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
