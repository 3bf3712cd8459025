// Starts the control plane as a process of its own and waits until it is ready to serve.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, rememberStarted, type StartedProcess } from './run-state.ts'
import { browserUrl, type ListenAddress } from './summary.ts'

export interface ControlPlaneOptions {
  root: string
  runDir: string
  address: ListenAddress
  env: NodeJS.ProcessEnv
}

const readyWithinMs = 60_000
const largeLogBytes = 10_000_000

export function serverLog(runDir: string): string {
  return join(runDir, 'server.log')
}

/** Started in a session of its own: closing a terminal, or Ctrl-C in it, does not reach it directly. */
export function startControlPlane(options: ControlPlaneOptions): { child: ChildProcess; started: StartedProcess } {
  mkdirSync(options.runDir, { recursive: true })
  const log = openLog(serverLog(options.runDir))
  // It becomes the control plane, and so has its process id.
  const child = spawn(process.execPath, [join(options.root, 'bin/levelrail.mjs'), 'server'], {
    cwd: options.root,
    env: options.env,
    stdio: ['ignore', log, log],
    detached: true,
  })
  if (child.pid === undefined) throw new Error('the control plane could not be started')
  const { host, port } = options.address
  const shown = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  return { child, started: rememberStarted(options.runDir, 'server', child.pid, shown) }
}

export class NotReady extends Error {}

/** Returns once it is ready to serve; throws NotReady when it ended first, or takes too long. */
export async function becomeReady(address: ListenAddress, started: StartedProcess, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    if (!isRunning(started)) throw new NotReady('The control plane ended before it was ready.')
    if (await isReady(address, signal)) return
    await sleep(50, undefined, { signal })
  }
  throw new NotReady(`The control plane was not ready after ${readyWithinMs / 1000} s.`)
}

/** Whether some program listens there: it would answer in the control plane's place. */
export async function isTaken(address: ListenAddress): Promise<boolean> {
  const { hostname, port } = new URL(browserUrl(address))
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80), timeout: 1_000 })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function isReady(address: ListenAddress, signal: AbortSignal): Promise<boolean> {
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(2_000)])
    const response = await fetch(`${browserUrl(address)}/readyz`, { signal: deadline })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    signal.throwIfAborted()
    return false
  }
}

export function lastLogLines(runDir: string, count: number): string {
  const path = serverLog(runDir)
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n') : ''
}

function openLog(path: string): number {
  if (existsSync(path) && statSync(path).size > largeLogBytes) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}
