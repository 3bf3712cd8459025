// One table for every list: 32 px rows, hairlines, sticky header, skeleton rows, and a list on phones.
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
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  rowClass?: (row: Row) => string | false
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e']

export function Table<Row>({ label, columns, rows, rowKey, rowClass }: TableProps<Row>) {
  return (
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
              className={clsx(
                'sticky top-12 z-10 h-8 border-b border-line bg-page px-3 text-left text-small font-normal whitespace-nowrap text-faint first:pl-6 last:pr-6 max-shell:first:pl-4 max-shell:last:pr-4',
                column.className,
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
              <tr
                key={rowKey(row)}
                className={clsx('group max-list:border-b max-list:border-line max-list:px-4', rowClass?.(row))}
              >
                {columns.map((column) => (
                  <td
                    key={column.title}
                    data-label={column.isTitleHidden ? undefined : column.title}
                    className={clsx(cellClass, 'list:group-hover:bg-hover/60', column.className)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))
          : skeletonRows.map((row, index) => (
              <tr key={row} className="max-list:px-4">
                {columns.map((column) => (
                  <td key={column.title} className={clsx(cellClass, column.className)}>
                    <Skeleton className={index % 2 ? 'w-20' : 'w-28'} />
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  )
}

const cellClass =
  'h-8 px-3 py-1 align-middle list:border-b list:border-line list:first:pl-6 list:last:pr-6 max-shell:list:first:pl-4 max-shell:list:last:pr-4'
