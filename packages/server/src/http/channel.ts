// A WebSocket as a handler sees it: messages that wait to be taken, and sending that waits to be read.
import { Readable } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../lib/clock.ts'

export type ChannelMessage = { kind: 'bytes'; bytes: Buffer } | { kind: 'text'; text: string }

export interface Channel {
  /** In order. While they are not taken, nothing more is read from the other side. */
  messages: AsyncIterable<ChannelMessage>
  /** Comes back when it is on its way, so that whoever waits for it piles nothing up. */
  send(data: Uint8Array | string): Promise<void>
  close(code: number, reason: string): void
  /** The caller did something of their own: their session is in use. */
  isUsed(): void
  /** Aborted when the connection is over. */
  signal: AbortSignal
}

export type ServeChannel = (channel: Channel) => Promise<void>

const messagesWaiting = 32
const closeGraceMs = 2000
const pingEveryMs = 20_000
/** What a close message can hold. */
const longestReason = 123

export function channelOf(socket: WebSocket, clock: Clock, isUsed: () => void): Channel {
  const over = new AbortController()
  const messages = new Readable({ objectMode: true, highWaterMark: messagesWaiting, read: () => socket.resume() })
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (!messages.push(messageOf(data, isBinary))) socket.pause()
  })
  const stopPinging = keepAlive(socket, clock)
  socket.on('error', () => {})
  socket.once('close', () => {
    stopPinging()
    messages.destroy()
    over.abort()
  })
  return {
    messages: quietly(messages),
    send: (data) =>
      new Promise((resolve) => {
        socket.send(data, { binary: typeof data !== 'string' }, () => resolve())
      }),
    close(code, reason) {
      socket.close(code, shortened(reason))
      // Whoever does not answer is cut off.
      clock.after(closeGraceMs, () => socket.terminate())
    },
    isUsed,
    signal: over.signal,
  }
}

/** Ends with the connection, however that ended. */
async function* quietly(messages: Readable): AsyncGenerator<ChannelMessage> {
  try {
    yield* messages
  } catch {
    // Nobody is left to be told.
  }
}

function messageOf(data: RawData, isBinary: boolean): ChannelMessage {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
  return isBinary ? { kind: 'bytes', bytes } : { kind: 'text', text: bytes.toString('utf8') }
}

/** Finds out about a peer that is gone without a word. One that we ourselves do not read is left alone. */
function keepAlive(socket: WebSocket, clock: Clock): () => void {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const ask = () => {
    cancel = clock.after(pingEveryMs, ask)
    if (socket.isPaused) return
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }
  let cancel = clock.after(pingEveryMs, ask)
  return () => cancel()
}

function shortened(reason: string): string {
  let text = reason
  while (Buffer.byteLength(text) > longestReason) text = text.slice(0, -1)
  return text
}
