// A socket in front of the engine's own that counts the calls made through it. It reads no more than the first line
// of each request; the control plane sends one request at a time on a connection.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface EngineCall {
  atMs: number
  /** Such as `GET /v1.41/containers/json`, without its query. */
  what: string
}

export interface CountedEngine {
  /** For APP_DOCKER_HOST. */
  host: string
  calls: EngineCall[]
  /** Breaks every connection, as an engine does that restarts. */
  cut(): void
  close(): void
}

const requestLine = /^(GET|POST|PUT|HEAD|DELETE) (\/[^ ?]*)/

export async function countCalls(engineSocket: string, path: string): Promise<CountedEngine> {
  const calls: EngineCall[] = []
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(engineSocket)
    near.on('data', (chunk: Buffer) => {
      const [, method, target] = requestLine.exec(chunk.toString('latin1', 0, 300)) ?? []
      if (method && target) calls.push({ atMs: performance.now(), what: `${method} ${target}` })
    })
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  }).listen(path)
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    host: `unix://${path}`,
    calls,
    cut,
    close() {
      server.close()
      cut()
    },
  }
}
