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
}

export async function engineProxy(socketPath: string): Promise<EngineProxy> {
  const dir = mkdtempSync(join(tmpdir(), 'levelrail-proxy-'))
  const path = join(dir, 'engine.sock')
  const open = new Set<Socket>()
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
          other.destroy()
        })
        socket.pipe(other)
      }
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
  }
}
