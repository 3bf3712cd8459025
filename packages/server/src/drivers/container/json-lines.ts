// Reads a stream of JSON values, one per line, as engines send progress and events.
import type { Readable } from 'node:stream'

export async function* readJsonLines<T>(stream: Readable): AsyncGenerator<T> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T
  }
  if (rest.trim() !== '') yield JSON.parse(rest) as T
}
