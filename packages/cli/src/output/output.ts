// Where words go: data on stdout, alone; notes, questions and errors on stderr.
import { type Paint, painter } from './colors.ts'
import { printable } from './display-width.ts'
import { type Column, renderTable } from './table.ts'

export interface Stream {
  write(text: string): unknown
  isTTY?: boolean
}

export interface Output {
  paint: Paint
  text(text: string): void
  json(data: unknown): void
  /** One JSON object on one line, for what comes piece by piece. */
  jsonLine(data: unknown): void
  /** Lines that others wrote, made safe for a terminal. */
  lines(lines: readonly string[]): void
  /** As it is, for what a command elsewhere wrote: a terminal shows it safely, a pipe gets every byte. */
  raw(text: string): void
  rawError(text: string): void
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void
  note(text: string): void
  error(error: { error: string; code?: string | undefined; hint?: string | undefined }): void
}

export interface OutputOptions {
  stdout: Stream
  stderr: Stream
  json: boolean
  color: boolean
}

export function createOutput({ stdout, stderr, json, color }: OutputOptions): Output {
  const paint = painter(color && stdout.isTTY === true)
  const paintError = painter(color && stderr.isTTY === true)
  return {
    paint,
    text: (text) => void stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    json: (data) => void stdout.write(`${jsonText(data, 2)}\n`),
    jsonLine: (data) => void stdout.write(`${jsonText(data)}\n`),
    lines: (lines) => void stdout.write(lines.map((line) => `${printable(line)}\n`).join('')),
    raw: (text) => void stdout.write(stdout.isTTY ? printableText(text) : text),
    rawError: (text) => void stderr.write(stderr.isTTY ? printableText(text) : text),
    table: (columns, rows) => void stdout.write(renderTable(columns, rows, paint)),
    note: (text) => void stderr.write(`${printable(text)}\n`),
    error: (error) => {
      if (json) return void stderr.write(`${jsonText(error)}\n`)
      stderr.write(
        `${paintError('red', 'error:')} ${printable(error.error)}${error.hint ? `, ${printable(error.hint)}` : ''}\n`,
      )
    },
  }
}

function printableText(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** JSON leaves the control characters above 0x7e as they are; written out, they reach no terminal. */
function jsonText(data: unknown, indent?: number): string {
  const text = JSON.stringify(data, null, indent) ?? 'null'
  return text.replace(/[\x7f-\x9f]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`)
}
