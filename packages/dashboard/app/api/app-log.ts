// The live log of an app, followed while somebody looks: lines in batches, and only the newest kept, so that an app that
// writes much does not fill the page. The browser itself goes on after the last line when the connection broke.
import type { LogContainer, LogEntry } from '@levelrail/contract/schemas/logs.ts'

export interface NumberedEntry extends LogEntry {
  number: number
}
export interface AppLog {
  entries: readonly NumberedEntry[]
  replicas: readonly Omit<LogContainer, 'lines'>[]
  /** `lost` is tried again by the browser, `refused` is not. */
  state: 'connecting' | 'following' | 'ended' | 'lost' | 'refused'
}
export interface FollowedAppLog {
  subscribe(listener: () => void): () => void
  current(): AppLog
}

const batchMs = 100
export const mostKept = 10_000

export function followAppLog(url: string): FollowedAppLog {
  const listeners = new Set<() => void>()
  let log: AppLog = { entries: [], replicas: [], state: 'connecting' }
  let fresh: NumberedEntry[] = []
  let count = 0
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(change: Partial<AppLog>): void {
    clearTimeout(timer)
    timer = undefined
    const entries = fresh.length > 0 ? [...log.entries, ...fresh].slice(-mostKept) : log.entries
    fresh = []
    log = { ...log, entries, ...change }
    for (const listener of listeners) listener()
  }

  function open(): void {
    source = new EventSource(url)
    source.addEventListener('line', (event: MessageEvent<string>) => {
      const entry: LogEntry = JSON.parse(event.data)
      fresh.push({ ...entry, number: count++ })
      if (fresh.length > mostKept) fresh.shift()
      timer ??= setTimeout(() => set({}), batchMs)
    })
    source.addEventListener('replicas', (event: MessageEvent<string>) => set({ replicas: JSON.parse(event.data) }))
    source.addEventListener('end', (event: MessageEvent<string>) => {
      // One that stops is back soon: the browser opens it again.
      if (JSON.parse(event.data).reason === 'stopping') return
      source?.close()
      set({ state: 'ended' })
    })
    source.addEventListener('open', () => set({ state: 'following' }))
    source.addEventListener('error', () =>
      set({ state: source?.readyState === EventSource.CLOSED ? 'refused' : 'lost' }),
    )
  }

  return {
    current: () => log,
    subscribe(listener) {
      if (listeners.size === 0 && log.state !== 'ended') {
        log = { entries: [], replicas: [], state: 'connecting' }
        open()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        timer = undefined
        source?.close()
      }
    },
  }
}
