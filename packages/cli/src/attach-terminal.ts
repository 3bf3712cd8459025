// Joins the terminal of the person with one in a container: keys go there as they are pressed, what it shows comes here.
import type { ReadStream, WriteStream } from 'node:tty'
import { ApiFailure, type ClientOptions, NetworkFailure, openingOf } from '@levelrail/contract/client.ts'
import { WebSocket } from 'ws'
import { Failure } from './exit-codes.ts'

interface Which {
  name: string
  replica: number | undefined
}
interface Streams {
  stdin: ReadStream
  stdout: WriteStream
}

/** Gives the exit code of the shell. */
export async function attachTerminal(
  connection: ClientOptions,
  { name, replica }: Which,
  { stdin, stdout }: Streams,
): Promise<number> {
  const query = { ...sizeOf(stdout), replica }
  const { url, headers } = openingOf(connection, 'appTerminal', { params: { name }, query })
  const socket = await opened(new WebSocket(url, { headers, perMessageDeflate: false }), connection.baseUrl)
  const resize = () => socket.send(JSON.stringify({ type: 'resize', ...sizeOf(stdout) }))
  const type = (keys: Buffer) => socket.send(keys)
  stdin.setRawMode(true).resume().on('data', type)
  stdout.on('resize', resize)
  try {
    return await ended(socket, stdout)
  } finally {
    stdout.off('resize', resize)
    stdin.off('data', type).setRawMode(false).pause()
    socket.terminate()
  }
}

/** A terminal that somebody else's program made may have no size. */
function sizeOf({ columns, rows }: WriteStream) {
  return { columns: columns || 80, rows: rows || 24 }
}

function opened(socket: WebSocket, address: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.on('error', (error) => reject(new NetworkFailure(address, error)))
    socket.once('unexpected-response', async (_request, response) => {
      let text = ''
      for await (const piece of response.setEncoding('utf8')) text += piece
      reject(new ApiFailure(response.statusCode ?? 0, errorIn(text) ?? `HTTP ${response.statusCode}`))
      socket.terminate()
    })
  })
}

function errorIn(text: string): string | undefined {
  try {
    const { error }: { error?: unknown } = Object(JSON.parse(text))
    return typeof error === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

function ended(socket: WebSocket, stdout: WriteStream): Promise<number> {
  let code: number | undefined
  return new Promise((resolve, reject) => {
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) code = Number(Object(JSON.parse(data.toString('utf8'))).code)
      else if (!stdout.write(data)) {
        socket.pause()
        stdout.once('drain', () => socket.resume())
      }
    })
    socket.once('close', (_closeCode, reason) => {
      if (code !== undefined) resolve(code)
      else reject(new Failure('network', `the terminal was closed: ${reason.toString() || 'the connection broke off'}`))
    })
  })
}
