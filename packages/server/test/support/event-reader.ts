// Reads a stream of server-sent events in a test, as far as the test wants.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createEventReader } from '@levelrail/contract/event-stream.ts'
import type { StreamEvent } from '@levelrail/contract/route.ts'
import { onTestFinished } from 'vitest'
import { eventually } from './eventually.ts'

export interface EventTap {
  status: number
  /** All that came so far. */
  events: StreamEvent[]
  isOver: boolean
  /** Waits for an event of this kind that the test is pleased with. */
  until(kind: string, pleases?: (data: never) => boolean): Promise<StreamEvent>
  hangUp(): void
}

/** On a connection of its own: a pool may open further ones, which nobody uses and a stop waits for. */
export async function openEvents(url: string, headers: Record<string, string>): Promise<EventTap> {
  const asking = get(url, { headers, agent: false })
  asking.on('error', () => {})
  onTestFinished(() => void asking.destroy())
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  const tap: EventTap = {
    status: response.statusCode ?? 0,
    events: [],
    isOver: false,
    async until(kind, pleases = () => true) {
      const find = () => tap.events.find(({ event, data }) => event === kind && pleases(data as never))
      await eventually(find).toBeDefined()
      return find() as StreamEvent
    },
    hangUp: () => void asking.destroy(),
  }
  const reader = createEventReader()
  response.setEncoding('utf8').on('data', (text: string) => tap.events.push(...reader.push(text)))
  response.on('error', () => {}).on('close', () => Object.assign(tap, { isOver: true }))
  return tap
}
