// Short notices that something was done. Failures are not toasts: they stay where the act was.
import { Check } from 'lucide-react'
import { useSyncExternalStore } from 'react'

interface Notice {
  id: number
  text: string
}

const shownForMs = 4_000
let notices: readonly Notice[] = []
let nextId = 1
const listeners = new Set<() => void>()

export function toast(text: string): void {
  const id = nextId++
  set([...notices, { id, text }])
  setTimeout(() => set(notices.filter((notice) => notice.id !== id)), shownForMs)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => notices)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center gap-2">
      {shown.map((notice) => (
        <p
          key={notice.id}
          className="flex max-w-full animate-[appear_100ms] items-center gap-2 rounded-md border border-line bg-raised px-3 py-2 shadow-float"
        >
          <Check className="size-4 shrink-0 text-ok" aria-hidden="true" />
          <span className="truncate">{notice.text}</span>
        </p>
      ))}
    </div>
  )
}

function set(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
