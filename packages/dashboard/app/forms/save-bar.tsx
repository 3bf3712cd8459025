// At the foot of a long form while something differs: what will change, what that needs, and the button.
import type { ReactNode } from 'react'
import { Failure } from '../components/failure.tsx'
import { Button } from '../ui/button.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface SaveBarProps {
  /** Completes "Could not ...". */
  act: string
  isShown: boolean
  error: unknown
  pending: boolean
  note: string
  onDiscard: () => void
  children?: ReactNode
}

export function SaveBar({ act, isShown, error, pending, note, onDiscard, children }: SaveBarProps) {
  if (!isShown) return null
  return (
    <div className="sticky bottom-0 z-10 -mt-px grid gap-2 border-y border-line bg-page px-6 py-3 max-shell:px-4">
      <UnsavedGuard />
      {children}
      {error ? <Failure error={error} act={act} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" pending={pending}>
          Save
        </Button>
        <Button onClick={onDiscard}>Discard</Button>
        <p className="text-muted">{note}</p>
      </div>
    </div>
  )
}
