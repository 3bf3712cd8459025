// What is drawn when a page cannot be: the control plane is away, or the dashboard itself failed.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'
import { Wordmark } from './mark.tsx'

/** Inside the shell, which stays. */
export function PageFailure({ error }: ErrorComponentProps): ReactNode {
  const router = useRouter()
  return (
    <div className="max-w-2xl p-6 max-shell:p-4">
      <Failure error={error} act="open this page" onRetry={() => void router.invalidate()} />
    </div>
  )
}

/** Where not even the shell can be drawn. */
export function EntryFailure(props: ErrorComponentProps): ReactNode {
  return (
    <main className="mx-auto max-w-2xl py-[18vh]">
      <div className="px-6 max-shell:px-4">
        <Wordmark />
      </div>
      <PageFailure {...props} />
    </main>
  )
}
