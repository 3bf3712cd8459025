// A failure where it happened, with the way on.
import { describeFailure } from '../api/failure.ts'
import { useCountdown } from '../hooks/use-countdown.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface FailureProps {
  error: unknown
  /** Completes "Could not ...". */
  act: string
  onRetry?: () => void
}

export function Failure({ error, act, onRetry }: FailureProps) {
  const words = describeFailure(error, act)
  const secondsLeft = useCountdown(words.retryAfterSeconds, error)
  return (
    <Notice tone="bad" title={words.title} action={onRetry && <Button onClick={onRetry}>Try again</Button>}>
      {words.detail} {secondsLeft > 0 && <span>Try again in {secondsLeft} s.</span>}
    </Notice>
  )
}
