// Asks a replica whether it is well: by HTTP, by a TCP connection, or by a command in its container.
import { request } from 'node:http'
import { connect } from 'node:net'
import type { EngineCommands } from '../container/container.ts'

export type ProbeTarget =
  | { type: 'http'; address: string; port: number; path: string }
  | { type: 'tcp'; address: string; port: number }
  | { type: 'command'; container: string; command: string[] }

export interface ProbeResult {
  isWell: boolean
  /** What was seen, for people: `HTTP 503`, `connection refused`, `exit code 1`. */
  seen: string
}

/** Never throws but for the caller's own abort: whatever goes wrong is an answer about the replica. */
export async function probe(
  engine: EngineCommands,
  target: ProbeTarget,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    if (target.type === 'http') return await askHttp(target, limit)
    if (target.type === 'tcp') return await askTcp(target, limit)
    const { exitCode } = await engine.exec(target.container, {
      command: target.command,
      maxOutputBytes: 4096,
      signal: limit,
    })
    return { isWell: exitCode === 0, seen: `exit code ${exitCode}` }
  } catch (error) {
    signal.throwIfAborted()
    return { isWell: false, seen: limit.aborted ? `no answer in ${timeoutMs} ms` : plainReason(error) }
  }
}

function askHttp(
  { address, port, path }: { address: string; port: number; path: string },
  signal: AbortSignal,
): Promise<ProbeResult> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: address,
        port,
        path,
        signal,
        agent: false,
        headers: { host: `${address}:${port}`, 'user-agent': 'levelrail-probe' },
      },
      (response) => {
        response.resume()
        const status = response.statusCode ?? 0
        resolve({ isWell: status >= 200 && status < 400, seen: `HTTP ${status}` })
      },
    )
    asking.on('error', reject)
    asking.end()
  })
}

function askTcp({ address, port }: { address: string; port: number }, signal: AbortSignal): Promise<ProbeResult> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    const stop = () => socket.destroy(new Error('aborted'))
    signal.addEventListener('abort', stop, { once: true })
    socket.on('connect', () => {
      socket.destroy()
      resolve({ isWell: true, seen: 'connected' })
    })
    socket.on('error', reject)
    socket.on('close', () => signal.removeEventListener('abort', stop))
  })
}

function plainReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'connection refused'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'no way to its address'
  if (code === 'ECONNRESET') return 'connection cut'
  return error instanceof Error ? error.message : String(error)
}
