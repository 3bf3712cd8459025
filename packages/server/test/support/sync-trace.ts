// Watches, with strace, in which order a process writes to its write-ahead log, syncs it, and answers over TCP.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TracedAnswer {
  /** Syncs of the write-ahead log since the answer before. */
  syncs: number
  /** Whether something was written to the log after its last sync. */
  isUnsynced: boolean
}

/** Why there is no tracing on this machine, or undefined when there is. Installs strace where that is possible. */
export function whyNoTracing(): string | undefined {
  const hasStrace = () => spawnSync('strace', ['-V']).status === 0
  if (!hasStrace() && process.getuid?.() === 0) spawnSync('apt-get', ['install', '-y', '-q', 'strace'])
  if (!hasStrace()) return 'strace is not installed'
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0 ? undefined : 'ptrace is not permitted'
}

/** Traces the process while `work` runs; one entry for each 201 that it answered. */
export async function traceAnswers(pid: number, work: () => Promise<void>): Promise<TracedAnswer[]> {
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-trace-'))
  const file = join(folder, 'trace')
  const calls = 'trace=write,writev,sendto,sendmsg,pwrite64,pwritev,fdatasync,fsync'
  const tracer = spawn('strace', ['-f', '-yy', '-s', '40', '-e', calls, '-o', file, '-p', String(pid)])
  const ended = new Promise((resolve) => tracer.on('exit', resolve))
  try {
    await new Promise<void>((resolve, reject) => {
      tracer.stderr.on('data', (text: Buffer) => text.toString().includes('attached') && resolve())
      tracer.on('exit', () => reject(new Error('strace ended at its start')))
    })
    await work()
    tracer.kill('SIGINT')
    await ended
    return readTrace(readFileSync(file, 'utf8'))
  } finally {
    tracer.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A call that another thread interrupts stands on two lines: a write counts from its first, a sync from its last. */
export function readTrace(text: string): TracedAnswer[] {
  const answers: TracedAnswer[] = []
  const syncing = new Set<string>()
  let isUnsynced = false
  let syncs = 0
  for (const line of text.split('\n')) {
    const [thread = ''] = line.split(' ', 1)
    const isOfLog = /\((\d+)<[^>]*state\.sqlite-wal>/.test(line)
    const isSync = /\bf(data)?sync\b/.test(line)
    if (isOfLog && isSync && line.includes('<unfinished')) syncing.add(thread)
    else if (isSync && line.endsWith('= 0') && (isOfLog || syncing.delete(thread))) {
      syncs++
      isUnsynced = false
    } else if (isOfLog) isUnsynced = true
    else if (line.includes('<TCP') && line.includes('HTTP/1.1 201')) {
      answers.push({ syncs, isUnsynced })
      syncs = 0
    }
  }
  return answers
}
