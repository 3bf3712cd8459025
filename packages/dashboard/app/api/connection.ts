// Whether the control plane answers, told by the requests that the page makes anyway and by its stream of changes. When
// nothing was heard for a while, a health check asks; hidden tabs ask nothing.
import { useSyncExternalStore } from 'react'

export type Connection = { state: 'connected' } | { state: 'unreachable'; since: string }

/** Longer than the stream's beat, so that a page that follows it asks nothing. */
const askAfterMs = 30_000
const retryAfterMs = 2_000
const listeners = new Set<() => void>()
let connection: Connection = { state: 'connected' }
let lastHeard = Date.now()
let whenBack: () => void = () => {}

export async function watchedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init)
    // A proxy in front answers these when nothing is behind it.
    if (response.status === 502 || response.status === 504) lost()
    else heard()
    return response
  } catch (cause) {
    if (!init?.signal?.aborted) lost()
    throw cause
  }
}

/** Starts the watch; `onBack` runs each time the control plane answers again. */
export function watchConnection(onBack: () => void): void {
  whenBack = onBack
  setInterval(askIfDue, retryAfterMs)
  document.addEventListener('visibilitychange', askIfDue)
  addEventListener('online', askIfDue)
  addEventListener('offline', () => void ask())
}

/** The stream brought a word: that is an answer too. */
export function noteAnswer(): void {
  heard()
}

export async function checkConnection(): Promise<void> {
  await ask()
}

/** Asks now. */
export async function isAnswering(): Promise<boolean> {
  await ask()
  return connection.state === 'connected'
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection)
}

function askIfDue(): void {
  if (document.hidden) return
  if (connection.state === 'unreachable' || Date.now() - lastHeard > askAfterMs) void ask()
}

async function ask(): Promise<void> {
  await watchedFetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
}

function heard(): void {
  lastHeard = Date.now()
  if (connection.state === 'connected') return
  set({ state: 'connected' })
  whenBack()
}

function lost(): void {
  if (connection.state === 'connected') set({ state: 'unreachable', since: new Date().toISOString() })
}

function set(next: Connection): void {
  connection = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
