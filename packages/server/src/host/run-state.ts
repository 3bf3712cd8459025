// Remembers the processes that `up` started, in small files, so that `down` ends those and no others:
// a process is known by its id together with its start time, because ids are used again.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface StartedProcess {
  pid: number
  /** Field 22 of /proc/<pid>/stat: clock ticks since boot. */
  startTime: string
  /** Where it answers: an HTTP address or an engine address. */
  address: string
}

export type ProcessName = 'server' | 'engine'

/** The remembered process, if it still runs. */
export function findStarted(runDir: string, name: ProcessName): StartedProcess | undefined {
  const found = readState(runDir, name)
  return found !== undefined && isRunning(found) ? found : undefined
}

export function rememberStarted(runDir: string, name: ProcessName, pid: number, address: string): StartedProcess {
  const started = { pid, startTime: readStartTime(pid) ?? '', address }
  mkdirSync(runDir, { recursive: true })
  writeFileSync(statePath(runDir, name), `${JSON.stringify(started)}\n`)
  return started
}

export function forgetStarted(runDir: string, name: ProcessName): void {
  rmSync(statePath(runDir, name), { force: true })
}

/** Asks it to stop, waits, and kills it when it does not; true if it stopped by itself. */
export async function stopStarted(started: StartedProcess, graceMs: number): Promise<boolean> {
  sendSignal(started, 'SIGTERM')
  if (await waitForEnd(started, graceMs)) return true
  sendSignal(started, 'SIGKILL')
  await waitForEnd(started, 2_000)
  return false
}

export function isRunning(started: StartedProcess): boolean {
  return readStartTime(started.pid) === started.startTime
}

function sendSignal(started: StartedProcess, signal: NodeJS.Signals): void {
  if (!isRunning(started)) return
  process.kill(started.pid, signal)
}

async function waitForEnd(started: StartedProcess, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms
  while (isRunning(started)) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return true
}

/** Undefined when there is no such process, or only its zombie. */
export function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may hold spaces, so count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function readState(runDir: string, name: ProcessName): StartedProcess | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(statePath(runDir, name), 'utf8'))
    return isStartedProcess(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isStartedProcess(value: unknown): value is StartedProcess {
  if (typeof value !== 'object' || value === null) return false
  if (!('pid' in value) || !('startTime' in value) || !('address' in value)) return false
  return Number.isInteger(value.pid) && typeof value.startTime === 'string' && typeof value.address === 'string'
}

function statePath(runDir: string, name: ProcessName): string {
  return join(runDir, `${name}.json`)
}
