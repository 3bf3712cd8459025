// The form of sign-in and set-up: one wide button, which counts down while the server asks to wait.
import { ApiFailure } from '@levelrail/contract/client.ts'
import type { ReactNode } from 'react'
import { Failure } from '../components/failure.tsx'
import { useCountdown } from '../hooks/use-countdown.ts'
import { Button } from '../ui/button.tsx'

interface EntryFormProps {
  act: string
  submit: string
  error: unknown
  pending: boolean
  onSubmit: () => void
  children: ReactNode
}

export function EntryForm({ act, submit, error, pending, onSubmit, children }: EntryFormProps) {
  const wait = error instanceof ApiFailure ? error.retryAfterSeconds : undefined
  const secondsLeft = useCountdown(wait, error)
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending && secondsLeft === 0) onSubmit()
      }}
    >
      {children}
      {error ? <Failure error={error} act={act} /> : null}
      <Button type="submit" look="primary" pending={pending} disabled={secondsLeft > 0} className="h-9!">
        {secondsLeft > 0 ? `Try again in ${secondsLeft} s` : submit}
      </Button>
    </form>
  )
}
