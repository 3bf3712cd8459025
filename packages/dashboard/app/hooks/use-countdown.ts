// Whole seconds left of a wait that the server asked for; starts anew with each new `cause`.
import { useEffect, useState } from 'react'

export function useCountdown(seconds: number | undefined, cause: unknown): number {
  const [left, setLeft] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second refusal with the same number starts anew
  useEffect(() => {
    const end = Date.now() + (seconds ?? 0) * 1_000
    const update = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)))
    update()
    if (!seconds) return
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [seconds, cause])
  return left
}
