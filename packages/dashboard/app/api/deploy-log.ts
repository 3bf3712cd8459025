// The log of one deploy, followed while somebody looks. Lines come in batches, so that a long log is not drawn line by
// line; after a broken connection the server tells the log anew, and what is known already is left out.
import type { DeployLogLine } from '@levelrail/contract/schemas/deploys.ts'

export interface DeployLog {
  lines: readonly DeployLogLine[]
  /** `lost` is tried again by the browser, `refused` is not. */
  state: 'following' | 'ended' | 'lost' | 'refused'
}

export interface FollowedLog {
  subscribe(listener: () => void): () => void
  current(): DeployLog
}

const batchMs = 50

export function followDeployLog(url: string, onEnd: () => void): FollowedLog {
  const listeners = new Set<() => void>()
  let log: DeployLog = { lines: [], state: 'following' }
  let fresh: DeployLogLine[] = []
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(state: DeployLog['state']): void {
    clearTimeout(timer)
    timer = undefined
    log = { lines: fresh.length > 0 ? [...log.lines, ...fresh] : log.lines, state }
    fresh = []
    for (const listener of listeners) listener()
  }

  function take(event: MessageEvent<string>): void {
    const line: DeployLogLine = JSON.parse(event.data)
    if (line.seq <= (fresh.at(-1) ?? log.lines.at(-1) ?? { seq: 0 }).seq) return
    fresh.push(line)
    timer ??= setTimeout(() => set('following'), batchMs)
  }

  function open(): void {
    source = new EventSource(url)
    source.addEventListener('line', take)
    source.addEventListener('end', () => {
      source?.close()
      set('ended')
      onEnd()
    })
    source.addEventListener('open', () => log.state === 'lost' && set('following'))
    source.addEventListener('error', () => set(source?.readyState === EventSource.CLOSED ? 'refused' : 'lost'))
  }

  return {
    current: () => log,
    subscribe(listener) {
      if (listeners.size === 0 && log.state !== 'ended') open()
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
