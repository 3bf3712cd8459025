// How a live tail begins: after the event that was seen last, at a given time, or with the lines of the last minutes,
// looking further back while there are none. Spec 4.4.
import type { LogTail } from '@levelrail/contract/schemas/logs.ts'
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import type { StoredApp } from '../apps/app.ts'
import { advanced, type LogCursor, type LogPosition, readLogCursor, setPosition, stampOf } from './log-cursor.ts'
import type { LogSource, RawLine } from './log-entry.ts'
import { type LogFilter, looksAtText, wantsSource } from './log-filter.ts'
import { examine, listSources, readLines, redactorFor } from './read-app-logs.ts'

type Needs = Pick<Context, 'engine' | 'db' | 'box' | 'instanceId' | 'clock'>

export interface PlacedLine {
  raw: RawLine
  position: LogPosition
}
export interface Beginning {
  cursor: LogCursor
  /** Lines from before, oldest first; the cursor is before them. */
  lines: PlacedLine[]
}

const minuteMs = 60_000
const windowsMs = [5 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs, 7 * 24 * 60 * minuteMs]
const defaultTail = 200
const mostLinesRead = 100_000

export async function beginTail(
  ctx: Needs,
  app: StoredApp,
  filter: LogFilter,
  wish: Pick<LogTail, 'from' | 'tail'> & { after: string },
  signal: AbortSignal,
): Promise<Beginning> {
  if (wish.after !== '') return { cursor: readLogCursor(wish.after), lines: [] }
  const now = ctx.clock.now()
  const nothingFrom = (moment: Date): Beginning => ({
    cursor: { base: stampOf(moment), positions: new Map() },
    lines: [],
  })
  if (wish.from !== undefined) return nothingFrom(new Date(wish.from))
  const most = wish.tail ?? defaultTail
  if (most === 0) return nothingFrom(now)
  try {
    for (const windowMs of windowsMs) {
      const from = new Date(now.getTime() - windowMs)
      const found = await readWindow(ctx, app, filter, { from, most }, signal)
      if (found.lines.length > 0) return found
    }
  } catch (error) {
    // The tail itself says that the engine does not answer, and goes on when it does.
    if (!(error instanceof DriverError && error.kind === 'unreachable')) throw error
  }
  return nothingFrom(new Date(now.getTime() - 5 * minuteMs))
}

async function readWindow(
  ctx: Needs,
  app: StoredApp,
  filter: LogFilter,
  { from, most }: { from: Date; most: number },
  signal: AbortSignal,
): Promise<Beginning> {
  const sources = (await listSources(ctx, app.name, signal)).filter((source) => wantsSource(filter, source))
  const redact = await redactorFor(ctx, app, sources)
  const cursor: LogCursor = { base: stampOf(from), positions: new Map() }
  const drop = ({ raw, position }: PlacedLine) => setPosition(cursor, raw.source.id, position)
  const isPlain = !looksAtText(filter) && filter.stream === undefined
  const tail = isPlain ? most : Math.max(1000, Math.floor(mostLinesRead / Math.max(1, sources.length)))
  let lines: PlacedLine[] = []
  for (const source of sources) {
    const here: PlacedLine[] = []
    for await (const placed of readPlaced(ctx, source, { since: from, tail }, signal)) {
      if (examine(filter, placed.raw, redact) === undefined) continue
      here.push(placed)
      const oldest = here.length > most ? here.shift() : undefined
      if (oldest) drop(oldest)
    }
    lines = [...lines, ...here].sort((a, b) => (a.raw.stamp < b.raw.stamp ? -1 : a.raw.stamp > b.raw.stamp ? 1 : 0))
    for (const older of lines.splice(0, Math.max(0, lines.length - most))) drop(older)
  }
  return { cursor, lines }
}

async function* readPlaced(
  { engine }: Needs,
  source: LogSource,
  options: { since: Date; tail: number },
  signal: AbortSignal,
): AsyncGenerator<PlacedLine> {
  let position: LogPosition = { stamp: '', count: 0 }
  for await (const raw of readLines(engine, source, options, signal)) {
    position = advanced(position, raw.stamp)
    yield { raw, position }
  }
}
