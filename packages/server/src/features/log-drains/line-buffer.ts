// Lines between the reading and the sending of a log drain, bounded in number and bytes. While the receiver takes lines,
// whoever reads waits for room, since the engine keeps the rest; while it takes none, the oldest lines go and are counted,
// so that the newest are there when it is back, whatever became of the container that wrote them.
import type { LogEntry } from '@levelrail/contract/schemas/logs.ts'
import type { Clock } from '../../lib/clock.ts'

export interface WaitingLine {
  entry: LogEntry
  /** Where to go on after this line. */
  cursor: string
}

export interface BufferLimits {
  lines: number
  bytes: number
  batchLines: number
  batchBytes: number
  /** The first line of a batch waits this long for others. */
  batchAgeMs: number
}

export class LineBuffer {
  readonly #clock: Clock
  readonly #limits: BufferLimits
  readonly #lines: { line: WaitingLine; bytes: number }[] = []
  readonly #waiting = new Set<() => void>()
  #bytes = 0
  #dropped = 0
  #isReceiverAway = false

  constructor(clock: Clock, limits: BufferLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  /** How many were dropped since the last time this was asked. */
  takeDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }

  setReceiverAway(isAway: boolean): void {
    this.#isReceiverAway = isAway
    this.#tell()
  }

  async push(line: WaitingLine, signal: AbortSignal): Promise<void> {
    const bytes = Buffer.byteLength(line.entry.message)
    const hasRoom = () => this.#lines.length < this.#limits.lines && this.#bytes + bytes <= this.#limits.bytes
    if (!hasRoom()) await this.#until(() => hasRoom() || this.#isReceiverAway, signal)
    if (signal.aborted) return
    while (!hasRoom() && this.#shift()) this.#dropped++
    this.#lines.push({ line, bytes })
    this.#bytes += bytes
    this.#tell()
  }

  /** The next batch, oldest first; empty when the signal ended it, or nothing came for `idleMs`. */
  async take(signal: AbortSignal, idleMs?: number): Promise<WaitingLine[]> {
    const { batchLines, batchBytes, batchAgeMs } = this.#limits
    await this.#until(() => this.#lines.length > 0, signal, idleMs)
    if (this.#lines.length > 0)
      await this.#until(() => this.#lines.length >= batchLines || this.#bytes >= batchBytes, signal, batchAgeMs)
    if (signal.aborted) return []
    const batch: WaitingLine[] = []
    let bytes = 0
    for (let next = this.#lines[0]; next && batch.length < batchLines; next = this.#lines[0]) {
      if (batch.length > 0 && bytes + next.bytes > batchBytes) break
      bytes += next.bytes
      batch.push(next.line)
      this.#shift()
    }
    this.#tell()
    return batch
  }

  #shift(): boolean {
    const first = this.#lines.shift()
    this.#bytes -= first?.bytes ?? 0
    return first !== undefined
  }

  #tell(): void {
    for (const look of [...this.#waiting]) look()
  }

  /** Until it is so, the time is over, or the signal ends it. */
  #until(isSo: () => boolean, signal: AbortSignal, ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        cancel()
        signal.removeEventListener('abort', finish)
        this.#waiting.delete(look)
        resolve()
      }
      const look = () => {
        if (isSo()) finish()
      }
      const cancel = ms === undefined ? () => {} : this.#clock.after(ms, finish)
      this.#waiting.add(look)
      signal.addEventListener('abort', finish, { once: true })
      if (signal.aborted) finish()
      else look()
    })
  }
}
