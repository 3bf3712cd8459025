// What is drawn when a page cannot be: the control plane is away, or the dashboard itself failed.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Failure } from './failure.tsx'
import { Wordmark } from './mark.tsx'

export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <main className="mx-auto grid max-w-xl gap-6 px-4 py-[18vh]">
      <Wordmark />
      <Failure error={error} act="open this page" onRetry={() => void router.invalidate()} />
    </main>
  )
}
