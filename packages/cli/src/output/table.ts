// A table for people: columns aligned by display width, a heading above, nothing drawn around it.
import type { Color, Paint } from './colors.ts'
import { displayWidth, printable } from './display-width.ts'

export interface Column<Row> {
  title: string
  cell: (row: Row) => string
  align?: 'right'
  color?: (row: Row) => Color | undefined
}

export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], paint: Paint): string {
  const cells = rows.map((row) => columns.map(({ cell }) => printable(cell(row))))
  const widths = columns.map(({ title }, index) =>
    Math.max(displayWidth(title), ...cells.map((line) => displayWidth(line[index] ?? ''))),
  )
  const place = (text: string, index: number) => aligned(text, widths[index] ?? 0, columns[index]?.align)
  const heading = columns.map(({ title }, index) => place(title, index))
  const lines = rows.map((row, line) =>
    columns.map(({ color }, index) => colored(place(cells[line]?.[index] ?? '', index), color?.(row), paint)),
  )
  return [paint('dim', joined(heading)), ...lines.map(joined)].map((line) => `${line}\n`).join('')
}

function aligned(text: string, width: number, align: 'right' | undefined): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'right' ? `${space}${text}` : `${text}${space}`
}

function colored(text: string, color: Color | undefined, paint: Paint): string {
  return color ? paint(color, text) : text
}

function joined(cells: readonly string[]): string {
  return cells.join('  ').trimEnd()
}
