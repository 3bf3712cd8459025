// A terminal of an app as a client has it: what is shown, and how it was closed.
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

export interface TerminalTap {
  socket: WebSocket
  /** All that was shown so far. */
  text: string
  notices: unknown[]
  closed: Promise<{ code: number; reason: string }>
  type(text: string): void
}

/** Throws `refused 403 {...}` where it is refused. */
export async function openTerminal(url: string, headers: Record<string, string>): Promise<TerminalTap> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers })
  onTestFinished(() => socket.terminate())
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )
  const tap: TerminalTap = { socket, text: '', notices: [], closed, type: (text) => socket.send(Buffer.from(text)) }
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) tap.text += data.toString('utf8')
    else tap.notices.push(JSON.parse(data.toString('utf8')))
  })
  const refused = new Promise<never>((_, reject) =>
    socket.once('unexpected-response', async (_request, response) => {
      let body = ''
      for await (const piece of response) body += piece
      reject(new Error(`refused ${response.statusCode} ${body}`))
      socket.terminate()
    }),
  )
  socket.on('error', () => {})
  await Promise.race([once(socket, 'open'), refused])
  return tap
}
