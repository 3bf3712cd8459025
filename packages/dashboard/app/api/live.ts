// The one stream of changes of this page: it says which resources changed, and what is on screen is fetched again.
// While it is cut, everything on screen is fetched now and then, and the connection mark says so. A hidden page follows
// nothing; when it is seen again, the stream goes on where it was.
import { allRoutes } from '@levelrail/contract/all-routes.ts'
import { useSyncExternalStore } from 'react'
import { checkConnection, noteAnswer } from './connection.ts'

export interface Change {
  kind: string
  name: string
}

export interface LiveHearer {
  /** Fetches again what these touch; the next ones wait until it is done. */
  refresh(changes: readonly Change[] | 'everything'): Promise<void>
  /** A sign of life, for figures that no change tells of. */
  beat(): void
}

/** Longer than two beats without a word: the line is dead although nobody said so. */
const silenceMs = 50_000
const openAgainMs = 3_000
const pollEveryMs = 15_000
const restMs = 250

const listeners = new Set<() => void>()
let isLive = true

export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isLive,
  )
}

/** Follows until the answer is called. */
export function followChanges(hearer: LiveHearer): () => void {
  const rounds = refreshRounds(hearer)
  let source: EventSource | undefined
  let cursor = ''
  let silence: ReturnType<typeof setTimeout> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined

  function open(): void {
    close()
    source = new EventSource(`${allRoutes.changeFollow.path}${cursor ? `?after=${cursor}` : ''}`)
    source.addEventListener('change', (event) => heard(event, changesOf(event)))
    source.addEventListener('reset', (event) => heard(event, 'everything'))
    source.addEventListener('beat', (event) => {
      heard(event, [])
      hearer.beat()
    })
    source.addEventListener('end', () => openLater())
    source.addEventListener('error', () => {
      void checkConnection()
      cut()
      if (source?.readyState !== EventSource.CLOSED) return
      // Refused: whether the person is still signed in is told by what is on screen.
      rounds.add('everything')
      openLater()
    })
    listenForSilence()
  }

  function heard(event: MessageEvent<string>, changes: readonly Change[] | 'everything'): void {
    cursor = event.lastEventId
    noteAnswer()
    listenForSilence()
    clearInterval(polling)
    polling = undefined
    setLive(true)
    if (changes.length > 0) rounds.add(changes)
  }

  function cut(): void {
    setLive(false)
    polling ??= setInterval(() => rounds.add('everything'), pollEveryMs)
  }

  function listenForSilence(): void {
    clearTimeout(silence)
    silence = setTimeout(() => {
      cut()
      open()
    }, silenceMs)
  }

  function openLater(): void {
    close()
    reopening = setTimeout(open, openAgainMs)
  }

  function close(): void {
    source?.close()
    clearTimeout(silence)
    clearTimeout(reopening)
  }

  function stop(): void {
    close()
    clearInterval(polling)
    polling = undefined
  }

  function onVisibility(): void {
    if (document.hidden) stop()
    else open()
  }

  document.addEventListener('visibilitychange', onVisibility)
  if (!document.hidden) open()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    stop()
  }
}

/** One round at a time, with a rest between them: a storm of changes is a few fetches, not a storm of them. */
function refreshRounds(hearer: LiveHearer) {
  let pending: Map<string, Change> | 'everything' = new Map()
  let isRunning = false
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (pending === 'everything' || pending.size > 0) {
      const changes = pending === 'everything' ? pending : [...pending.values()]
      pending = new Map()
      await hearer.refresh(changes).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    isRunning = false
  }
  return {
    add(changes: readonly Change[] | 'everything'): void {
      if (changes === 'everything') pending = changes
      else if (pending !== 'everything')
        for (const change of changes) pending.set(`${change.kind}:${change.name}`, change)
      void run()
    },
  }
}

function changesOf(event: MessageEvent<string>): readonly Change[] {
  const { changes }: { changes: readonly Change[] } = JSON.parse(event.data)
  return changes
}

function setLive(next: boolean): void {
  if (isLive === next) return
  isLive = next
  for (const listener of listeners) listener()
}
