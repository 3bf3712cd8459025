// "5 min ago", with the exact time in UTC on hover. One shared clock, which rests while the tab is hidden.
import { useSyncExternalStore } from 'react'

export function RelativeTime({ at, never = 'never' }: { at: string | null; never?: string }) {
  const now = useNow()
  if (at === null) return <span className="text-faint">{never}</span>
  return (
    <time dateTime={at} title={exactUtc(at)} className="whitespace-nowrap tabular-nums">
      {relativeWords(Date.parse(at), now)}
    </time>
  )
}

export function exactUtc(at: string): string {
  return `${new Date(at).toISOString().replace('T', ' ').replace('.000Z', '').replace('Z', '')} UTC`
}

const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
] as const

export function relativeWords(at: number, now: number): string {
  const distance = Math.abs(now - at)
  if (distance < 5_000) return 'just now'
  if (distance > 60 * 86_400_000) return new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' })
  const unit = units.find((candidate) => distance >= candidate.ms) ?? units[3]
  const words = `${Math.floor(distance / unit.ms)} ${unit.name}`
  return at <= now ? `${words} ago` : `in ${words}`
}

const tickMs = 5_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!timer) {
    now = Date.now()
    timer = setInterval(tick, tickMs)
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

function tick(): void {
  if (document.hidden) return
  now = Date.now()
  for (const listener of listeners) listener()
}
