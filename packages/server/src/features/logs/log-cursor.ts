// Where a live tail is: the moment it began at, and for each container the last line that was told. Written into the id
// of every event, so that whoever was cut off goes on without a line lost or told twice.
// Such as `dk2x….8f3a9c0b12:dk2y…,77ab…:dk30…:3`: ids of containers, nanoseconds in base 36, how many lines of that one.
import { badRequest } from '../../errors.ts'

/** The last line of a container: its stamp, and how many lines with the same stamp were read. */
export interface LogPosition {
  stamp: string
  count: number
}

export interface LogCursor {
  /** Containers that are not named are read from here. */
  base: string
  positions: Map<string, LogPosition>
}

const shortId = (id: string) => id.slice(0, 10)

export function writeLogCursor({ base, positions }: LogCursor): string {
  const parts = [...positions].map(
    ([id, { stamp, count }]) => `${shortId(id)}:${toBase36(stamp)}${count === 1 ? '' : `:${count}`}`,
  )
  return `${toBase36(base)}.${parts.join(',')}`
}

export function readLogCursor(text: string): LogCursor {
  const [base = '', rest = '', ...more] = text.split('.')
  if (more.length > 0 || !/^[0-9a-z]{1,13}$/.test(base)) throw notOurs()
  const positions = new Map(
    rest
      .split(',')
      .filter((part) => part !== '')
      .map((part): [string, LogPosition] => {
        const [, id = '', time = '', count = '1'] =
          /^([0-9a-f]{1,10}):([0-9a-z]{1,13})(?::(\d{1,7}))?$/.exec(part) ?? []
        if (id === '') throw notOurs()
        return [id, { stamp: fromBase36(time), count: Number(count) }]
      }),
  )
  return { base: fromBase36(base), positions }
}

export function positionOf(cursor: LogCursor, containerId: string): LogPosition {
  return cursor.positions.get(shortId(containerId)) ?? { stamp: cursor.base, count: 0 }
}

export function setPosition(cursor: LogCursor, containerId: string, position: LogPosition): void {
  cursor.positions.set(shortId(containerId), position)
}

/** Forgets containers that are no more, so that the cursor stays short. */
export function keepPositions(cursor: LogCursor, containerIds: readonly string[]): void {
  const kept = new Set(containerIds.map(shortId))
  for (const id of cursor.positions.keys()) if (!kept.has(id)) cursor.positions.delete(id)
}

/** The position after a further line. */
export function advanced(position: LogPosition, stamp: string): LogPosition {
  return stamp === position.stamp ? { stamp, count: position.count + 1 } : { stamp, count: 1 }
}

/** Such as `2026-11-15T03:16:15.123000000Z`. */
export function stampOf(moment: Date): string {
  return moment.toISOString().replace('Z', '000000Z')
}

function toBase36(stamp: string): string {
  const [, seconds = '', nanoseconds = ''] = /^(.+)\.(\d{9})Z$/.exec(stamp) ?? []
  return (BigInt(Date.parse(`${seconds}Z`) / 1000) * 1_000_000_000n + BigInt(nanoseconds)).toString(36)
}

function fromBase36(text: string): string {
  let total = 0n
  for (const digit of text) total = total * 36n + BigInt(Number.parseInt(digit, 36))
  const [seconds, nanoseconds] = [total / 1_000_000_000n, total % 1_000_000_000n]
  const moment = new Date(Number(seconds) * 1000)
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999) throw notOurs()
  return `${moment.toISOString().slice(0, 19)}.${String(nanoseconds).padStart(9, '0')}Z`
}

function notOurs() {
  return badRequest('the id of the last event is not one that this stream has given; open it without one')
}
