// Around every page: its title in the tab, and the notices.
import { Outlet, useMatches } from '@tanstack/react-router'
import { Toasts } from '../ui/toast.tsx'

export function Root() {
  const titles = useMatches({ select: (matches) => matches.flatMap((match) => match.staticData.title ?? []) })
  return (
    <>
      <title>{[...titles.toReversed(), 'Levelrail'].join(' · ')}</title>
      <Outlet />
      <Toasts />
    </>
  )
}
