// The links of the side bar, drawn from the route table: those that the person may open.
import { Link, useRouter } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'

export interface NavPage {
  path: string
  title: string
  group: string
  icon: LucideIcon
  words: string
}

/** Pages of the route table that have a place in the navigation, for whoever is signed in. */
export function useNavPages(): NavPage[] {
  const who = useIdentity()
  const router = useRouter()
  return Object.values(router.routesById).flatMap((route) => {
    const data = route.options.staticData
    if (!data?.nav || !can.seePage(who, data.ability)) return []
    return [{ ...data.nav, path: route.fullPath, title: data.title ?? '' }]
  })
}

export function Navigation({ onChosen }: { onChosen?: () => void }) {
  const groups = Object.entries(Object.groupBy(useNavPages(), (page) => page.group))
  return (
    <nav aria-label="Main" className="grid content-start gap-5 overflow-y-auto p-3">
      {groups.map(([group, pages]) => (
        <div key={group} className="grid gap-px">
          <p className="px-2 pb-1 text-small text-faint">{group}</p>
          {pages?.map((page) => (
            <Link
              key={page.path}
              to={page.path}
              activeOptions={{ exact: page.path === '/' }}
              {...(onChosen ? { onClick: onChosen } : {})}
              className="flex h-8 items-center gap-2.5 rounded-md px-2 text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-press aria-[current=page]:font-strong aria-[current=page]:text-ink"
            >
              <page.icon className="size-4 shrink-0" aria-hidden="true" />
              {page.title}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
