// Reads server-sent events out of text that arrives in pieces, cut anywhere.
import type { StreamEvent } from './route.ts'

/** No event of ours is near this; what is longer is no event stream. */
const longestEvent = 1024 * 1024

export interface EventReader {
  /** The events that this piece completes. */
  push(text: string): StreamEvent[]
}

export function createEventReader(): EventReader {
  let rest = ''
  let block: string[] = []
  let size = 0
  const endBlock = (): StreamEvent[] => {
    const event = eventOf(block)
    block = []
    size = 0
    return event ? [event] : []
  }
  return {
    push(text) {
      const whole = rest + text
      // A carriage return at the end may be half of a line ending.
      const held = whole.endsWith('\r') ? '\r' : ''
      const lines = whole.slice(0, whole.length - held.length).split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + held
      const events = lines.flatMap((line) => {
        if (line === '') return endBlock()
        block.push(line)
        size += line.length
        return []
      })
      if (size + rest.length > longestEvent) throw new Error('an event of the stream is too long')
      return events
    },
  }
}

function eventOf(lines: readonly string[]): StreamEvent | undefined {
  const fields = lines.filter((line) => !line.startsWith(':')).map(fieldOf)
  const data = fields.filter(({ name }) => name === 'data').map(({ value }) => value)
  if (data.length === 0) return undefined
  const last = (wanted: string) => fields.findLast(({ name }) => name === wanted)?.value
  const id = last('id')
  return { event: last('event') || 'message', ...(id === undefined ? {} : { id }), data: contentOf(data.join('\n')) }
}

function fieldOf(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  const value = line.slice(colon + 1)
  return { name: line.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value }
}

/** Our events carry JSON; anything else stays text. */
function contentOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
