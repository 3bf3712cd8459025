// Apps as members of a project or environment, each with the way to move it.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useState } from 'react'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { AppMove } from '../forms/app-move.tsx'
import { RowButton } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { appColumns } from './app-columns.tsx'
import { environmentColumn } from './app-place.tsx'

interface MemberTableProps {
  label: string
  apps: readonly App[] | undefined
  /** Where all are in one, there is no need to say it of each. */
  hasEnvironment?: boolean
}

export function MemberTable({ label, apps, hasEnvironment = false }: MemberTableProps) {
  const who = useIdentity()
  const [moving, setMoving] = useState<App>()
  const actions: Column<App> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-px text-right whitespace-nowrap',
    cell: (app) => (
      <RowButton label={`Move ${app.name}`} className="max-list:-ml-2" onClick={() => setMoving(app)}>
        Move
      </RowButton>
    ),
  }
  const columns: readonly Column<App>[] = [
    appColumns.name,
    appColumns.state,
    appColumns.ready,
    ...(hasEnvironment ? [environmentColumn] : []),
    appColumns.image,
    appColumns.lastDeploy,
    appColumns.edits,
    ...(can.editProjects(who) ? [actions] : []),
  ]
  return (
    <>
      <Table label={label} columns={columns} rows={apps} rowKey={({ name }) => name} />
      {moving && <AppMove app={moving} onClose={() => setMoving(undefined)} />}
    </>
  )
}
