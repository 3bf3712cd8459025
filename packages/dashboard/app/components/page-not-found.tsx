// An address that no page has.
import { Link, useLocation } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Wordmark } from './mark.tsx'

export function PageNotFound() {
  const { pathname } = useLocation()
  return (
    <main className="mx-auto grid max-w-md justify-items-start gap-4 px-4 py-[18vh]">
      <Wordmark />
      <h1 className="text-title font-strong">No such page</h1>
      <p className="text-muted">
        Nothing is at <code className="break-all">{pathname}</code>. It may have been removed, or the link is mistyped.
      </p>
      <Link to={paths.home} className={buttonClass('secondary')}>
        Go to system status
      </Link>
    </main>
  )
}
