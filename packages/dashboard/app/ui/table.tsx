// One table for every list: 32 px rows, hairlines, sticky header, skeleton rows, and a list where there is little room.
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Width and alignment, as utilities. */
  className?: string
  /** Shows the title to assistive technology alone, for columns of buttons. */
  isTitleHidden?: boolean
  /** Left out where there is little room. */
  isMinor?: boolean
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e']

export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className="table-room">
      <table
        aria-label={label}
        aria-busy={rows === undefined}
        className="table-list w-full border-separate border-spacing-0"
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={cell(
                  column,
                  'sticky top-12 z-10 bg-page text-left text-small font-normal whitespace-nowrap text-faint',
                )}
              >
                {column.isTitleHidden ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <tr key={rowKey(row)} className="group">
                  {columns.map((column, index) => (
                    <td
                      key={column.title}
                      data-label={column.isTitleHidden || index === 0 ? undefined : column.title}
                      className={cell(column, 'group-hover:bg-hover/60')}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))
            : skeletonRows.map((row, index) => (
                <tr key={row}>
                  {columns.map((column) => (
                    <td key={column.title} className={cell(column)}>
                      <Skeleton className={index % 2 ? 'w-16' : 'w-24'} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

function cell<Row>(column: Column<Row>, extra?: string): string {
  return clsx(
    'h-8 border-b border-line px-3 py-1 align-middle first:pl-6 last:pr-6 max-shell:first:pl-4 max-shell:last:pr-4',
    extra,
    column.className,
    column.isMinor && 'minor',
  )
}
