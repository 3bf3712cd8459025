// The time now, again and again while something runs; at rest it does not tick.
import { useEffect, useState } from 'react'

export function useTick(isOn: boolean, everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now())
    }, everyMs)
    return () => clearInterval(timer)
  }, [isOn, everyMs])
  return now
}
