// Above every page: where you are, the search, whether the control plane answers, and you.
import { Link, useMatches } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { Fragment } from 'react'
import { titleOf } from '../page-title.ts'
import { IconButton } from '../ui/button.tsx'
import { ConnectionMark } from './connection-mark.tsx'
import { PersonMenu } from './person-menu.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function TopBar({ onNav, onPalette }: { onNav: () => void; onPalette: () => void }) {
  return (
    <div className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-page px-6 max-shell:px-2">
      <IconButton label="Open navigation" onClick={onNav} className="shell:hidden">
        <MenuIcon className="size-4" aria-hidden="true" />
      </IconButton>
      <Breadcrumb />
      <div className="ml-auto flex items-center gap-2">
        <ConnectionMark />
        <button
          type="button"
          onClick={onPalette}
          aria-label="Search and commands"
          className="flex h-8 w-52 items-center gap-2 rounded-md border border-line px-2.5 text-faint hover:border-edge hover:text-muted max-wide:w-auto max-list:border-transparent"
        >
          <Search className="size-3.5" aria-hidden="true" />
          <span className="max-list:hidden">Search</span>
          <kbd className="ml-auto rounded border border-line px-1 text-[11px] leading-4 max-list:hidden">
            {isApple ? '⌘ K' : 'Ctrl K'}
          </kbd>
        </button>
        <PersonMenu />
      </div>
    </div>
  )
}

function Breadcrumb() {
  const crumbs = useMatches({
    select: (matches) =>
      matches.flatMap((match) => {
        const title = titleOf(match)
        return title ? [{ id: match.id, pathname: match.pathname, title, group: match.staticData.nav?.group }] : []
      }),
  })
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5">
      {crumbs.map((crumb, index) => {
        const isLast = index === crumbs.length - 1
        return (
          <Fragment key={crumb.id}>
            {crumb.group && <span className="text-faint max-list:hidden">{crumb.group}</span>}
            {(index > 0 || crumb.group) && (
              <span aria-hidden="true" className="text-faint max-list:hidden">
                /
              </span>
            )}
            <Link
              to={crumb.pathname}
              className={isLast ? 'truncate font-strong' : 'truncate text-muted hover:text-ink max-list:hidden'}
            >
              {crumb.title}
            </Link>
          </Fragment>
        )
      })}
    </nav>
  )
}
