// The last lines of a log that tell why something failed, fit to be shown: without colours, redacted, and bounded by
// lines and bytes. Spec 2.14.
import { stripVTControlCharacters } from 'node:util'
import { redact } from '../../lib/redact.ts'

export interface ExcerptLimits {
  lines: number
  bytes: number
}

export const defaultExcerptLimits: ExcerptLimits = { lines: 20, bytes: 4000 }

export function logExcerpt(log: readonly string[], secrets: readonly string[], limits: ExcerptLimits): string {
  // Redacting comes before cutting, and after everything that could put the parts of a value back together.
  const text = redact(readableLines(log).join('\n'), secrets)
  return fitBytes(lastItems(text.split('\n'), limits.lines), limits.bytes)
}

function readableLines(log: readonly string[]): string[] {
  return log
    .flatMap((entry) => entry.split(/\r?\n/))
    .map((line) => lastDrawn(stripVTControlCharacters(line)).trimEnd())
    .filter((line) => line !== '')
}

/** A progress bar draws over itself with carriage returns; the last drawing counts. */
function lastDrawn(line: string): string {
  const drawn = line.split('\r').filter((part) => part.trim() !== '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return (drawn.at(-1) ?? '').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}

/** Whole lines from the end; a last line that is too long by itself is cut, because its beginning tells most. */
function fitBytes(lines: readonly string[], bytes: number): string {
  const kept: string[] = []
  let left = bytes
  for (const line of lines.toReversed()) {
    const size = Buffer.byteLength(line) + (kept.length > 0 ? 1 : 0)
    if (size > left) break
    kept.unshift(line)
    left -= size
  }
  const [last] = lines.slice(-1)
  return kept.length > 0 || last === undefined ? kept.join('\n') : cutBytes(last, bytes)
}

function cutBytes(line: string, bytes: number): string {
  const mark = '…'
  const room = bytes - Buffer.byteLength(mark)
  return room < 0 ? '' : firstCharacters(line, room) + mark
}

/** As many whole characters as fit. */
function firstCharacters(text: string, bytes: number): string {
  let [end, used] = [0, 0]
  for (const character of text) {
    used += Buffer.byteLength(character)
    if (used > bytes) break
    end += character.length
  }
  return text.slice(0, end)
}

function lastItems<T>(items: readonly T[], count: number): T[] {
  return count > 0 ? items.slice(-count) : []
}
