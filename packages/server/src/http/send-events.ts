// Server-sent events as text. Every stream ends when its caller loses the right to it, and never without an `end`.
import type { StreamEvent } from '@levelrail/contract/route.ts'
import { ApiError } from '../errors.ts'
import type { AccessWatch } from './watch-access.ts'

/** Sent by a stream that has nothing to say, so that nobody between takes the connection for dead. */
export const heartbeat: StreamEvent = { event: 'heartbeat', data: null }

/** Ends quietly when the caller hangs up: nobody is left to be told. */
export async function* sendEvents(events: AsyncIterable<StreamEvent>, access: AccessWatch): AsyncIterable<string> {
  const iterator = events[Symbol.asyncIterator]()
  const lost = access.lost.then((): IteratorResult<StreamEvent> => ({ done: false, value: accessEnded }))
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), lost])
      if (done) return
      yield textOf(value)
      if (value === accessEnded) return
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  } finally {
    access.stop()
    // Not waited for: what it waits for ends with the answer.
    void iterator.return?.().catch(() => {})
  }
}

const accessEnded: StreamEvent = { event: 'end', data: { reason: 'access_ended' } }

function textOf({ event, id, data }: StreamEvent): string {
  if (event === heartbeat.event) return ':\n\n'
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
