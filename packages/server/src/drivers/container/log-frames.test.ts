import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogLine } from './container.ts'
import { maxLineBytes, readFrames, readLogLines } from './log-frames.ts'

type Piece = { stream: 'stdout' | 'stderr'; text: string }

const stream = fc.constantFrom('stdout' as const, 'stderr' as const)
const someText = fc
  .array(fc.constantFrom('a', 'é', '🚆', '\n', ' ', 'word'), { maxLength: 12 })
  .map((parts) => parts.join(''))
const pieces = fc.array(fc.record({ stream, text: someText }), { maxLength: 12 })

test('lines come out whole however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), async (sent, sizes) => {
      const got = await linesOf(cut(frames(sent), sizes))
      for (const name of ['stdout', 'stderr'] as const) {
        const text = sent
          .filter((piece) => piece.stream === name)
          .map((piece) => piece.text)
          .join('')
        const lines = text.split('\n')
        if (lines.at(-1) === '') lines.pop()
        expect(got.filter((line) => line.stream === name).map(({ line }) => line)).toEqual(lines)
      }
    }),
  )
})

test('a very long line comes in pieces that lose nothing and cut no character', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 0, max: 3 }), async (length, shift) => {
      const text = 'x'.repeat(shift) + '🚆'.repeat(length)
      const got = await linesOf([frames([{ stream: 'stdout', text: `${text}\nnext\n` }])])
      for (const { line } of got) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(maxLineBytes)
      expect(
        got
          .slice(0, -1)
          .map(({ line }) => line)
          .join(''),
      ).toBe(text)
      expect(got.at(-1)?.line).toBe('next')
    }),
    { numRuns: 20 },
  )
})

test('bytes that are no text do not stop it', async () => {
  const noText = Buffer.concat([header(1, maxLineBytes + 9), Buffer.alloc(maxLineBytes + 8, 0x80), Buffer.from('\n')])
  expect(await linesOf([noText])).toHaveLength(2)
})

test('each frame brings its own time, and a continued line has that of its beginning', async () => {
  const sent = frames([
    { stream: 'stdout', text: '2026-01-02T03:04:05.123456789Z one\n' },
    { stream: 'stdout', text: '2026-01-02T03:04:06Z begin, ' },
    { stream: 'stderr', text: '2026-01-02T03:04:07.5Z between\n' },
    { stream: 'stdout', text: '2026-01-02T03:04:08Z end\n' },
    { stream: 'stdout', text: '2026-01-02T03:04:09Z \n' },
  ])
  expect(await linesOf([sent], true)).toEqual([
    {
      stream: 'stdout',
      at: new Date('2026-01-02T03:04:05.123Z'),
      stamp: '2026-01-02T03:04:05.123456789Z',
      line: 'one',
    },
    {
      stream: 'stderr',
      at: new Date('2026-01-02T03:04:07.500Z'),
      stamp: '2026-01-02T03:04:07.500000000Z',
      line: 'between',
    },
    {
      stream: 'stdout',
      at: new Date('2026-01-02T03:04:06Z'),
      stamp: '2026-01-02T03:04:06.000000000Z',
      line: 'begin, end',
    },
    { stream: 'stdout', at: new Date('2026-01-02T03:04:09Z'), stamp: '2026-01-02T03:04:09.000000000Z', line: '' },
  ])
})

test('a length beyond any frame says that these are no frames', async () => {
  await expect(linesOf([header(1, 0x7fffffff)])).rejects.toMatchObject({ kind: 'failed' })
})

async function linesOf(chunks: Iterable<Buffer>, timestamps = false): Promise<LogLine[]> {
  const source = (async function* () {
    yield* chunks
  })()
  const lines: LogLine[] = []
  for await (const line of readLogLines(readFrames(source), { timestamps })) lines.push(line)
  return lines
}

function frames(sent: Piece[]): Buffer {
  return Buffer.concat(
    sent.flatMap(({ stream, text }) => {
      const bytes = Buffer.from(text)
      return [header(stream === 'stdout' ? 1 : 2, bytes.length), bytes]
    }),
  )
}

function header(stream: number, length: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes[0] = stream
  bytes.writeUInt32BE(length, 4)
  return bytes
}

function* cut(bytes: Buffer, sizes: Iterator<number>): Generator<Buffer> {
  let at = 0
  while (at < bytes.length) {
    const size: number = sizes.next().value
    yield bytes.subarray(at, at + size)
    at += size
  }
}
