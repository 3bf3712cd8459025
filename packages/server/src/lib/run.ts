// Runs another program: arguments as a list, never a shell line; secrets by environment or stdin.
// Aborting sends SIGTERM to the program's whole process group and SIGKILL five seconds later.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable, type Writable } from 'node:stream'

export interface RunOptions {
  /** Added to this process's own environment. */
  env?: Record<string, string>
  stdin?: string
  signal?: AbortSignal
  /** Called with every line of stderr, and of stdout where that is not streamed. */
  onLine?: (line: string) => void
}

export class RunError extends Error {
  readonly program: string
  readonly exitCode: number | null
  /** The last lines that the program wrote. */
  readonly output: string

  constructor(program: string, exitCode: number | null, output: string, options?: ErrorOptions) {
    const outcome = exitCode === null ? 'did not run to its end' : `ended with code ${exitCode}`
    super(`${program} ${outcome}${output === '' ? '' : `: ${output}`}`, options)
    this.name = 'RunError'
    this.program = program
    this.exitCode = exitCode
    this.output = output
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

const keptLines = 12
const killAfterMs = 5_000

/** Runs to the end and gives what it wrote to stdout. */
export async function run(program: string, args: string[], options: RunOptions = {}): Promise<string> {
  const child = start(program, args, options)
  const lastLines = keepLastLines(child.stderr, options.onLine)
  const stdout: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  if (options.onLine) createInterface({ input: child.stdout }).on('line', options.onLine)
  await ended(child, program, lastLines, options.signal)
  return Buffer.concat(stdout).toString()
}

/**
 * Streams stdout. The stream ends only when the program ended well, otherwise it errors:
 * a reader can never take half of an output for the whole.
 */
export function runStreaming(program: string, args: string[], options: RunOptions = {}): Readable {
  return Readable.from(streamOutput(program, args, options), { objectMode: false })
}

async function* streamOutput(program: string, args: string[], options: RunOptions): AsyncGenerator<Buffer> {
  const child = start(program, args, options)
  const lastLines = keepLastLines(child.stderr, options.onLine)
  const end = ended(child, program, lastLines, options.signal)
  end.catch(() => {})
  try {
    for await (const chunk of child.stdout) yield chunk
    await end
  } finally {
    if (child.exitCode === null && child.signalCode === null) stop(child)
  }
}

function start(program: string, args: string[], options: RunOptions): Child {
  options.signal?.throwIfAborted()
  const child = spawn(program, args, {
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', () => {}) // A program may end without reading its input.
  child.stdin.end(options.stdin ?? '')
  return child
}

async function ended(child: Child, program: string, lastLines: string[], signal?: AbortSignal): Promise<void> {
  const abort = () => stop(child)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    await once(child, 'close')
  } catch (error) {
    throw new RunError(program, null, error instanceof Error ? error.message : String(error), { cause: error })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
  signal?.throwIfAborted()
  if (child.exitCode !== 0) throw new RunError(program, child.exitCode, lastLines.join('\n'))
}

function stop(child: Child): void {
  signalGroup(child, 'SIGTERM')
  setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs).unref()
}

function signalGroup(child: Child, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It ended between the check and the call.
  }
}

function keepLastLines(stream: Readable, onLine: ((line: string) => void) | undefined): string[] {
  const lines: string[] = []
  createInterface({ input: stream }).on('line', (line) => {
    lines.push(line)
    if (lines.length > keptLines) lines.shift()
    onLine?.(line)
  })
  return lines
}
