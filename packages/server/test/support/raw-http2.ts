// HTTP/2 written by hand, so that a request may be whatever no library would send.
import type { Duplex } from 'node:stream'

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
const types = { data: 0, headers: 1, reset: 3, settings: 4, goAway: 7 }
const endStream = 1
const endHeaders = 4

/** The answer to one request on a connection of its own: its status, or how it was refused. Open: more could come. */
export async function askHttp2(
  socket: Duplex,
  fields: [string, string][],
  body?: string,
  isOpen = false,
): Promise<string> {
  const head = Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]))
  socket.write(preface)
  socket.write(frame(types.settings, 0, 0, Buffer.alloc(0)))
  socket.write(frame(types.headers, endHeaders | (body === undefined && !isOpen ? endStream : 0), 1, head))
  if (body !== undefined) socket.write(frame(types.data, endStream, 1, Buffer.from(body)))
  let heard = Buffer.alloc(0)
  try {
    for await (const chunk of socket) {
      heard = Buffer.concat([heard, chunk])
      for (let length = frameLength(heard); length !== undefined; length = frameLength(heard)) {
        const answer = answerIn(heard.subarray(0, length))
        heard = heard.subarray(length)
        if (answer !== undefined) return answer
      }
    }
  } catch {
    // Cut off is an answer too.
  } finally {
    socket.destroy()
  }
  return 'closed'
}

/** A literal without Huffman coding; its length in seven bits, and more where that is not enough. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1')
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes])
  const length = [127]
  let rest = bytes.length - 127
  for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128)
  return Buffer.concat([Buffer.from([...length, rest]), bytes])
}

function frame(type: number, flags: number, stream: number, content: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(content.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, content])
}

function frameLength(heard: Buffer): number | undefined {
  if (heard.length < 9) return undefined
  const length = 9 + heard.readUIntBE(0, 3)
  return heard.length < length ? undefined : length
}

/** Statuses that HPACK has a number for; the proxy writes others as text. */
const numbered: Record<number, string> = { 8: '200', 9: '204', 10: '206', 11: '304', 12: '400', 13: '404', 14: '500' }

function answerIn(whole: Buffer): string | undefined {
  const [type, first = 0] = [whole[3], whole[9]]
  if (type === types.reset) return 'reset'
  if (type === types.goAway) return 'closed'
  if (type !== types.headers) return undefined
  return numbered[first & 127] ?? /\d{3}/.exec(whole.subarray(9, 20).toString('latin1'))?.[0] ?? 'unknown'
}
