// Requests over HTTP/2 on one connection, which is opened anew only when the server says that it ends.
import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { text } from 'node:stream/consumers'
import type { Asked, Door } from './ingress-load.ts'

export class Http2Client {
  readonly #door: Door
  readonly #host: string
  #session: ClientHttp2Session | undefined

  constructor(door: Door, host: string) {
    this.#door = door
    this.#host = host
  }

  async ask(path: string, body?: string): Promise<Asked> {
    this.#session ??= this.#open()
    const session = this.#session
    try {
      return await this.#askOn(session, path, body)
    } catch (error) {
      // Asked for in the moment in which the end was announced, and never sent: Node keeps it back, and every browser
      // then takes a new connection.
      if (session.closed && String(error).includes('NGHTTP2_REFUSED_STREAM')) return this.ask(path, body)
      throw error
    }
  }

  async #askOn(session: ClientHttp2Session, path: string, body: string | undefined): Promise<Asked> {
    const stream = session.request({
      ':method': body === undefined ? 'GET' : 'POST',
      ':path': path,
      ':authority': this.#host,
      // Without it the app is sent chunks, which the one for tests does not read.
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    })
    stream.end(body)
    const [headers] = await once(stream, 'response')
    return { status: Number(headers[':status']), body: await text(stream) }
  }

  close(): void {
    this.#session?.destroy()
  }

  #open(): ClientHttp2Session {
    const session = connect(`https://${this.#door.host}:${this.#door.port}`, {
      servername: this.#host,
      rejectUnauthorized: false,
    })
    const forget = () => {
      if (this.#session === session) this.#session = undefined
    }
    session.on('goaway', forget)
    session.on('close', forget)
    // Whatever was under way tells of it itself.
    session.on('error', forget)
    return session
  }
}
