// Reads what an engine sends of a program's two streams: frames of an 8-byte header (stream, three zeros, length) and
// that many bytes, cut anywhere by the network. Then lines out of frames.
import { DriverError, type LogLine } from './container.ts'

export interface Frame {
  stream: 'stdout' | 'stderr'
  bytes: Buffer
}

/** Longer lines come out in pieces of this many bytes. */
export const maxLineBytes = 16 * 1024
/** Engines send frames of up to 32 KiB; a length beyond this means that these are no frames. */
const maxFrameBytes = 1024 * 1024
const headerBytes = 8

export async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    let at = 0
    for (let end = frameEnd(rest, at); end <= rest.length; end = frameEnd(rest, at)) {
      yield { stream: rest[at] === 2 ? 'stderr' : 'stdout', bytes: rest.subarray(at + headerBytes, end) }
      at = end
    }
    rest = rest.subarray(at)
  }
}

/** Where the frame that begins at `at` ends; Infinity while its header has not come. */
function frameEnd(bytes: Buffer, at: number): number {
  if (bytes.length - at < headerBytes) return Number.POSITIVE_INFINITY
  const length = bytes.readUInt32BE(at + 4)
  if (length > maxFrameBytes) throw new DriverError('failed', 'the engine sent something that is not a framed stream')
  return at + headerBytes + length
}

/**
 * A frame holds a whole line, or a piece of a long one that the next frame of that stream continues. Where timestamps
 * were asked for, every frame begins with one, pieces too.
 */
export async function* readLogLines(
  frames: AsyncIterable<Frame>,
  options: { timestamps: boolean },
): AsyncGenerator<LogLine> {
  const open = { stdout: new OpenLine(), stderr: new OpenLine() }
  for await (const { stream, bytes } of frames) {
    const { time, text } = options.timestamps ? cutTimestamp(bytes) : { time: noTime, text: bytes }
    for (const line of open[stream].add(text, time)) yield { stream, ...line }
  }
  for (const stream of ['stdout', 'stderr'] as const)
    for (const line of open[stream].finish()) yield { stream, ...line }
}

type TimedLine = Omit<LogLine, 'stream'>
type LineTime = Pick<LogLine, 'at' | 'stamp'>
const noTime: LineTime = { at: undefined }

/** The line of one stream that has begun and not ended yet. */
class OpenLine {
  #bytes: Buffer = Buffer.alloc(0)
  #time = noTime;

  *add(text: Buffer, time: LineTime): Generator<TimedLine> {
    if (this.#bytes.length === 0) this.#time = time
    let bytes = Buffer.concat([this.#bytes, text])
    for (;;) {
      const newline = bytes.indexOf(0x0a)
      const end = newline === -1 ? bytes.length : newline
      if (end > maxLineBytes) {
        const cut = characterStart(bytes, maxLineBytes)
        yield { ...this.#line(bytes.subarray(0, cut)), isContinued: true }
        bytes = bytes.subarray(cut)
      } else if (newline !== -1) {
        yield this.#line(bytes.subarray(0, newline))
        bytes = bytes.subarray(newline + 1)
        this.#time = time
      } else break
    }
    this.#bytes = bytes
  }

  *finish(): Generator<TimedLine> {
    if (this.#bytes.length > 0) yield this.#line(this.#bytes)
  }

  #line(bytes: Buffer): TimedLine {
    return { ...this.#time, line: bytes.toString('utf8') }
  }
}

/** The place at or up to three bytes before `at` where a character begins, so that none is cut in two. */
function characterStart(bytes: Buffer, at: number): number {
  for (let place = at; place > at - 4; place--) if (((bytes[place] ?? 0) & 0xc0) !== 0x80) return place
  return at
}

/** Such as `2026-11-15T03:16:15.123456789Z `, 31 bytes and fewer where zeros end it. */
function cutTimestamp(bytes: Buffer): { time: LineTime; text: Buffer } {
  const space = bytes.subarray(0, 40).indexOf(0x20)
  const text = space === -1 ? '' : bytes.toString('latin1', 0, space)
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return { time: noTime, text: bytes }
  return { time: { at, stamp: stampOf(text) }, text: bytes.subarray(space + 1) }
}

/** All nine digits of the second, so that text sorts as time does. */
function stampOf(text: string): string {
  const [, second = '', fraction = ''] = /^([\dT:-]+)(?:\.(\d+))?Z$/.exec(text) ?? []
  return second === '' ? '' : `${second}.${fraction.padEnd(9, '0')}Z`
}
