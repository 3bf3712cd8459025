// Calls `act` once the caller has been quiet for a moment, as with typing in a filter.
import { useEffect, useRef } from 'react'

export function useDebounced<A>(act: (argument: A) => void, quietMs: number): (argument: A) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (argument) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => act(argument), quietMs)
  }
}
