// Commands that the Docker Engine runs inside a container: one with its output gathered, or one with a terminal.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
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

  /** The engine leaves a command running when nobody listens to it. Where there is no shell, its machine may help. */
  async function kill(containerId: string, execId: string, mark: string): Promise<void> {
    const signal = AbortSignal.timeout(10_000)
    const found = await look(execId, signal)
    if (!found.Running) return
    const killer = await prepare(containerId, { Cmd: ['sh', '-c', endMarked, 'levelrail-end', 'KILL', mark] }, signal)
    await connection
      .send({ method: 'POST', path: `/exec/${killer}/start`, body: { Detach: true }, signal })
      .catch(() => {})
    if (connection.isLocal && (await look(execId, signal)).Running) await killHere(found.Pid, found.ContainerID)
  }

  /**
   * Waits inside the container for its input to end, and then ends what has the mark, unless the input said that all is
   * over. The input ends when this program closes it, and when this program dies, since the engine then sees the
   * connection go. Undefined where the engine does not do it.
   */
  async function keepWatch(containerId: string, mark: string, signal: AbortSignal): Promise<Duplex | undefined> {
    const wish = { AttachStdin: true, Cmd: ['sh', '-c', watchInput, 'levelrail-watch', mark] }
    const body = { Detach: false, Tty: false }
    try {
      const path = `/exec/${await prepare(containerId, wish, signal)}/start`
      // Not ended by the signal: whoever asked for the watch ends it, and says how.
      const stream = await connection.upgrade({ method: 'POST', path, body, signal: forEver })
      return stream.on('error', () => {}).resume()
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }

  return {
    async exec(id, { command, env = {}, user, maxOutputBytes, timeoutMs, endsWithUs = false, signal }) {
      const mark = `LEVELRAIL_EXEC=${randomUUID()}`
      const wish = { AttachStdout: true, AttachStderr: true, Cmd: command, Env: [mark, ...envList(env)] }
      const deadline = timeoutMs === undefined ? forEver : AbortSignal.timeout(timeoutMs)
      const stop = AbortSignal.any([signal, deadline])
      const execId = await prepare(id, { ...wish, ...(user === undefined ? {} : { User: user }) }, signal)
      const body = { Detach: false, Tty: false }
      const kept = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
      const texts = () => ({ stdout: textOf(kept.stdout), stderr: textOf(kept.stderr) })
      // Before the command starts, so that it is never without.
      const watch = endsWithUs ? await keepWatch(id, mark, signal) : undefined
      let lastWord = ''
      let room = maxOutputBytes
      let truncated = false
      try {
        const answer = await connection.open({ method: 'POST', path: `/exec/${execId}/start`, body, signal: stop })
        for await (const { stream, bytes } of readFrames(answer)) {
          truncated ||= bytes.length > room
          // Copied: a piece of a chunk would hold on to all of it.
          if (room > 0) kept[stream].push(Buffer.from(bytes.subarray(0, room)))
          room = Math.max(0, room - bytes.length)
        }
        const exitCode = await exitCodeOf(execId, stop)
        lastWord = allIsOver
        return { exitCode, ...texts(), truncated }
      } catch (error) {
        if (stop.aborted) await kill(id, execId, mark).catch(() => {})
        signal.throwIfAborted()
        if (deadline.aborted) return { exitCode: timedOutCode, ...texts(), truncated, timedOut: true }
        if (error instanceof DriverError) throw error
        throw new DriverError('unreachable', 'the engine closed the stream of a command', { cause: error })
      } finally {
        watch?.end(lastWord)
      }
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
      const watch = await keepWatch(id, mark, signal).catch(() => undefined)
      const endWatch = () => void watch?.destroy()
      stream.once('close', endWatch)
      if (stream.destroyed) endWatch()
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
  ContainerID: string
  /** On the engine's machine. */
  Pid: number
}

const forEver = new AbortController().signal
/** As `timeout` of a shell has it. */
const timedOutCode = 124

/** Sends a signal ($1) to every process with the mark ($2) in its environment. Needs nothing but a shell. */
const endMarked = `cd /proc; for p in [0-9]*; do
  while IFS= read -r l || [ -n "$l" ]; do
    case $l in *"$2"*) kill -"$1" "$p"; break;; esac
  done <"$p/environ"
done 2>/dev/null`
const allIsOver = 'over\n'
const watchInput = `mark=$1
end() { set -- "$1" "$mark"; ${endMarked}
}
while read -r word; do [ "$word" = over ] && exit; done
end HUP; sleep 2; end KILL`

/** A container without a shell cannot do it itself; the process is known to be the container's by its group. */
async function killHere(pid: number, containerId: string): Promise<void> {
  if (pid > 1 && (await readFile(`/proc/${pid}/cgroup`, 'utf8')).includes(containerId)) process.kill(pid, 'SIGKILL')
}

function textOf(parts: Buffer[]): string {
  return Buffer.concat(parts).toString('utf8')
}

function envList(env: Record<string, string>): string[] {
  return Object.entries(env).map(([key, value]) => `${key}=${value}`)
}
