// A socket in front of the engine's own, which a test can take away and bring back: an outage without touching the engine.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface EngineProxy {
  /** For APP_DOCKER_HOST. */
  host: string
  unplug(): void
  plugIn(): Promise<void>
  /** How many connections are open whose newest request has this text in its first line. */
  asking(text: string): number
}

export async function engineProxy(socketPath: string): Promise<EngineProxy> {
  const dir = mkdtempSync(join(tmpdir(), 'levelrail-proxy-'))
  const path = join(dir, 'engine.sock')
  const open = new Set<Socket>()
  const asked = new Map<Socket, string>()
  const listen = () =>
    createServer({ allowHalfOpen: true }, (near) => {
      const far = connect({ path: socketPath, allowHalfOpen: true })
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(socket)
        socket.on('error', () => other.destroy())
        socket.on('close', () => {
          open.delete(socket)
          asked.delete(socket)
          other.destroy()
        })
        socket.pipe(other)
      }
      near.on('data', (chunk: Buffer) => {
        const [line] = /^[A-Z]+ .+ HTTP\/1\.1$/m.exec(chunk.toString('latin1')) ?? []
        if (line) asked.set(near, line)
      })
    }).listen(path)
  let server = listen()
  await once(server, 'listening')
  const unplug = () => {
    server.close()
    for (const socket of open) socket.destroy()
    rmSync(path, { force: true })
  }
  onTestFinished(() => {
    unplug()
    rmSync(dir, { recursive: true, force: true })
  })
  return {
    host: `unix://${path}`,
    unplug,
    async plugIn() {
      server = listen()
      await once(server, 'listening')
    },
    asking: (text) => [...asked.values()].filter((line) => line.includes(text)).length,
  }
}
