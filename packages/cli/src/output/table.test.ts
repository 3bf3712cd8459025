import { expect, test } from 'vitest'
import { painter } from './colors.ts'
import { displayWidth, printable } from './display-width.ts'
import { renderTable } from './table.ts'

interface Row {
  name: string
  size: number
  note: string
}
const columns = [
  { title: 'NAME', cell: ({ name }: Row) => name },
  { title: 'SIZE', cell: ({ size }: Row) => String(size), align: 'right' as const },
  { title: 'NOTE', cell: ({ note }: Row) => note },
]

test('columns align by display width, numbers to the right, and no line ends in spaces', () => {
  const rows = [
    { name: 'ada', size: 7, note: 'first' },
    { name: '日本語', size: 12345, note: '' },
    { name: 'é🚀', size: 10, note: 'x' },
  ]
  expect(renderTable(columns, rows, painter(false))).toBe(
    ['NAME     SIZE  NOTE', 'ada         7  first', '日本語  12345', 'é🚀        10  x', ''].join('\n'),
  )
})

test('colours add no width', () => {
  const colored = [
    { title: 'A', cell: () => 'x', color: () => 'red' as const },
    { title: 'B', cell: () => 'y' },
  ]
  expect(renderTable(colored, [{}], painter(true))).toBe('\x1b[2mA  B\x1b[22m\n\x1b[31mx\x1b[39m  y\n')
})

test('what others wrote cannot steer the terminal', () => {
  expect(printable('a\x1b[2Jb\nc\u202Ed\x9b')).toBe('a\uFFFD[2Jb c\uFFFDd\uFFFD')
})

test.each([
  ['abc', 3],
  ['日本', 4],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['한글', 4],
  ['ä', 1],
  ['', 0],
])('"%s" takes %d columns', (text, width) => {
  expect(displayWidth(text)).toBe(width)
})
