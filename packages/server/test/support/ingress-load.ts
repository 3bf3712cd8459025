// Requests through the ingress, of every kind and all the time, and every one that did not end as it should.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Door {
  host: string
  port: number
}

export interface Asked {
  status: number
  body: string
}

export async function ask(
  door: Door,
  app: string,
  path = '/',
  body?: string,
  agent: Agent | false = false,
): Promise<Asked> {
  const method = body === undefined ? 'GET' : 'POST'
  const asking = request({ ...door, path, method, agent, headers: { host: `${app}.localhost` } })
  asking.end(body)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}

export class Load {
  readonly broken: string[] = []
  count = 0
  readonly #door: Door
  readonly #keepAlive = new Agent({ keepAlive: true, maxSockets: 4 })
  readonly #working: Promise<void>[] = []
  #idle: Socket[] = []
  #isOver = false

  constructor(door: Door) {
    this.#door = door
  }

  start(): void {
    const body = 'x'.repeat(20_000)
    this.repeat('GET', () => ask(this.#door, 'web'))
    this.repeat('GET on a kept connection', () => ask(this.#door, 'web', '/', undefined, this.#keepAlive))
    this.repeat('POST', async () => {
      const answer = await ask(this.#door, 'web', '/echo', body)
      return orFault(answer, body)
    })
    this.repeat('POST on a kept connection', async () => {
      const answer = await ask(this.#door, 'web', '/echo', body, this.#keepAlive)
      return orFault(answer, body)
    })
    this.repeat('a slow GET', () => ask(this.#door, 'web', '/delay/0.3'))
  }

  /** Connections that did nothing since the last time ask once more, and then idle again. */
  async useIdle(): Promise<void> {
    for (const socket of this.#idle) {
      const words = await exchange(socket)
      if (!words.startsWith('HTTP/1.1 200')) this.broken.push(`idle: ${words.slice(0, 40)}`)
      this.count++
    }
    this.#idle = this.#idle.filter((socket) => !socket.destroyed && socket.readyState === 'open')
    while (this.#idle.length < 5) {
      const socket = connect(this.#door)
      await once(socket, 'connect')
      socket.on('error', () => {})
      await exchange(socket)
      this.#idle.push(socket)
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#working)
    this.#keepAlive.destroy()
    for (const socket of this.#idle) socket.destroy()
  }

  /** Again and again until the end; anything but 200 is broken. */
  repeat(what: string, once: () => Promise<Asked>): void {
    const work = async () => {
      while (!this.#isOver) {
        await once().then(
          ({ status, body }) => status === 200 || this.broken.push(`${what}: ${status} ${body.slice(0, 200)}`),
          (error: unknown) => this.broken.push(`${what}: ${error}`),
        )
        this.count++
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    this.#working.push(work())
  }
}

/** The same back, or what is wrong with it. */
export function orFault(answer: Asked, body: string): Asked {
  if (answer.status !== 200 || answer.body === body) return answer
  return { status: 0, body: `${answer.body.length} bytes for ${body.length}: ${answer.body.slice(0, 100)}` }
}

/** Asks on an open connection, and closes it when the answer says so. */
async function exchange(socket: Socket): Promise<string> {
  let words = ''
  const isWhole = () => /\r\n\r\n.*"hostname".*\n$/s.test(words)
  const done = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      words += chunk.toString()
      if (isWhole()) finish()
    }
    const finish = () => {
      socket.off('data', hear)
      socket.off('close', finish)
      resolve()
    }
    socket.on('data', hear)
    socket.once('close', finish)
  })
  if (socket.destroyed) return 'closed before it was used'
  socket.write('GET / HTTP/1.1\r\nHost: web.localhost\r\n\r\n')
  await done
  if (/^connection: close/im.test(words)) socket.destroy()
  return words
}
