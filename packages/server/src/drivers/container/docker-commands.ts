// Commands that the Docker Engine runs inside a container: one with its output gathered, or one with a terminal.
import { randomUUID } from 'node:crypto'
import { Duplex, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { DriverError, type EngineCommands, type Terminal } from './container.ts'
import type { EngineHttp } from './engine-http.ts'
import { readFrames } from './log-frames.ts'

export function dockerCommands(connection: EngineHttp): EngineCommands {
  async function prepare(containerId: string, body: object, signal: AbortSignal): Promise<string> {
    const path = `/containers/${encodeURIComponent(containerId)}/exec`
    return (await connection.send<{ Id: string }>({ method: 'POST', path, body, signal })).Id
  }

  async function look(execId: string, signal: AbortSignal): Promise<ExecAnswer> {
    return connection.send({ method: 'GET', path: `/exec/${execId}/json`, signal })
  }

  /** The output may end a moment before the engine knows the code, and long before when the command closes it. */
  async function exitCodeOf(execId: string, signal: AbortSignal): Promise<number> {
    for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
      const found = await look(execId, signal)
      if (!found.Running && found.ExitCode !== null) return found.ExitCode
      await delay(pauseMs, undefined, { signal })
    }
  }

  /** The engine leaves a command running when its terminal goes away. A real terminal would send it a SIGHUP. */
  async function hangUp(containerId: string, commandId: string, mark: string): Promise<void> {
    const signal = AbortSignal.timeout(10_000)
    if (!(await look(commandId, signal)).Running) return
    const script = 'cd /proc; for p in [0-9]*; do grep -qs "$1" "$p/environ" && kill -HUP "$p"; done'
    const wish = { Cmd: ['sh', '-c', script, 'hang-up', mark] }
    const execId = await prepare(containerId, wish, signal)
    await connection.send({ method: 'POST', path: `/exec/${execId}/start`, body: { Detach: true }, signal })
  }

  return {
    async exec(id, { command, env = {}, user, maxOutputBytes, signal }) {
      const wish = { AttachStdout: true, AttachStderr: true, Cmd: command, Env: envList(env) }
      const execId = await prepare(id, { ...wish, ...(user === undefined ? {} : { User: user }) }, signal)
      const body = { Detach: false, Tty: false }
      const answer = await connection.open({ method: 'POST', path: `/exec/${execId}/start`, body, signal })
      const kept = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
      let room = maxOutputBytes
      let truncated = false
      try {
        for await (const { stream, bytes } of readFrames(answer)) {
          truncated ||= bytes.length > room
          // Copied: a piece of a chunk would hold on to all of it.
          if (room > 0) kept[stream].push(Buffer.from(bytes.subarray(0, room)))
          room = Math.max(0, room - bytes.length)
        }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof DriverError) throw error
        throw new DriverError('unreachable', 'the engine closed the stream of a command', { cause: error })
      }
      const exitCode = await exitCodeOf(execId, signal)
      const [stdout, stderr] = [kept.stdout, kept.stderr].map((parts) => Buffer.concat(parts).toString('utf8'))
      return { exitCode, stdout: stdout ?? '', stderr: stderr ?? '', truncated }
    },

    async openPipe(id, { command, signal }) {
      const streams = { AttachStdin: true, AttachStdout: true, AttachStderr: true, Tty: false }
      const execId = await prepare(id, { ...streams, Cmd: command }, signal)
      const body = { Detach: false, Tty: false }
      const socket = await connection.upgrade({ method: 'POST', path: `/exec/${execId}/start`, body, signal })
      const output = async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const { bytes } of readFrames(chunks)) yield bytes
      }
      const stream = Duplex.from({ writable: socket, readable: Readable.from(output(socket), { objectMode: false }) })
      // One that breaks off is closed; who reads or writes finds out there.
      stream.on('error', () => {})
      stream.once('close', () => socket.destroy())
      return stream
    },

    async openTerminal(id, { command, columns, rows, signal }): Promise<Terminal> {
      const streams = { AttachStdin: true, AttachStdout: true, AttachStderr: true, Tty: true }
      const mark = `LEVELRAIL_TERMINAL=${randomUUID()}`
      const wish = { ...streams, Cmd: command, Env: [mark, 'TERM=xterm-256color'] }
      const execId = await prepare(id, wish, signal)
      const body = { Detach: false, Tty: true }
      const stream = await connection.upgrade({ method: 'POST', path: `/exec/${execId}/start`, body, signal })
      stream.once('close', () => void hangUp(id, execId, mark).catch(() => {}))
      // A terminal that breaks off, or is aborted, is closed; that is all there is to know.
      stream.on('error', () => {})
      const resize = async (columns: number, rows: number) => {
        const query = { w: String(columns), h: String(rows) }
        const call = { method: 'POST', path: `/exec/${execId}/resize`, query, signal } as const
        await connection.send(call).catch(async (error: unknown) => {
          // A command that has ended already, or could not start, has no size.
          if ((await look(execId, signal)).Running) throw error
        })
      }
      await resize(columns, rows)
      return {
        stream,
        resize,
        async exitCode() {
          await finished(stream, { writable: false }).catch(() => {})
          return exitCodeOf(execId, signal)
        },
      }
    },
  }
}

interface ExecAnswer {
  Running: boolean
  ExitCode: number | null
}

function envList(env: Record<string, string>): string[] {
  return Object.entries(env).map(([key, value]) => `${key}=${value}`)
}
