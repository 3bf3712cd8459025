// One line of a replica as it is shown: without secrets, with its level, cut where it is too long.
import type { LogEntry } from '@levelrail/contract/schemas/logs.ts'
import type { LogLine } from '../../drivers/container/container.ts'
import type { Redactor } from '../../lib/redact.ts'
import { levelOf } from './log-level.ts'

/** A container that lines come from. */
export interface LogSource {
  id: string
  container: string
  replica: number
  deployId: string
  state: string
}

export interface RawLine {
  source: LogSource
  stream: LogLine['stream']
  stamp: string
  line: string
  isContinued: boolean
}

/** In characters. Shorter than a piece of the engine's, so that no secret is cut at the end before it is found. */
export const longestMessage = 8192
const cutMark = ' … (cut)'

export function entryOf({ source, stream, stamp, line, isContinued }: RawLine, redact: Redactor): LogEntry {
  const text = redact(line)
  const isCut = isContinued || text.length > longestMessage
  return {
    timestamp: stamp,
    container: source.container,
    replica: source.replica,
    deploy_id: source.deployId,
    stream,
    level: levelOf(text),
    message: isCut ? `${text.slice(0, longestMessage).toWellFormed()}${cutMark}` : text,
    cut: isCut,
  }
}

/** Only the first piece of a line that came in pieces; the others are counted by nobody. */
export function createPieceFilter(): (line: Pick<LogLine, 'stream' | 'isContinued'>) => boolean {
  const isWithin = { stdout: false, stderr: false }
  return ({ stream, isContinued }) => {
    const isFirst = !isWithin[stream]
    isWithin[stream] = isContinued === true
    return isFirst
  }
}

export function textOf({ timestamp, replica, stream, message }: LogEntry): string {
  return `${timestamp} ${replica} ${stream} ${message}\n`
}
