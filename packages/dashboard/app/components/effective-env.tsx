// What an app gets from all layers: each value with where it comes from, what it hides, and whether it runs already.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { EffectiveVariable, EnvChange, EnvLayer } from '@levelrail/contract/schemas/env.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { effectiveEnvQuery, pendingEnvQuery, usePlace } from '../api/project-queries.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { TextField } from '../ui/field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { EnvExport } from './env-export.tsx'
import { EnvValue } from './env-value.tsx'
import { Failure } from './failure.tsx'
import { LayerBadge } from './layer-badge.tsx'

type Row = { key: string; variable: EffectiveVariable | undefined; change: EnvChange | undefined }

export function EffectiveEnv({ app }: { app: App }) {
  const { data: variables, error, refetch } = useQuery(effectiveEnvQuery(app.name))
  const { data: changes = [] } = useQuery(pendingEnvQuery(app.name))
  const pathOf = useLayerPaths(app)
  const [search, setSearch] = useState('')
  const all = variables && rowsOf(variables, changes)
  const rows = all?.filter(({ key }) => key.toLowerCase().includes(search.trim().toLowerCase()))
  const columns: readonly Column<Row>[] = [
    { title: 'Name', className: 'w-[24%]', cell: ({ key }) => <code className="wrap-anywhere">{key}</code> },
    {
      title: 'Value',
      className: 'w-[32%] max-w-0',
      cell: ({ variable }) =>
        variable ? <EnvValue value={variable.value} /> : <span className="text-faint">no longer there</span>,
    },
    {
      title: 'From',
      cell: ({ variable }) => variable && <LayerBadge layer={variable.layer} to={pathOf(variable.layer)} />,
    },
    {
      title: 'Hides',
      cell: ({ variable }) =>
        variable &&
        variable.shadows.length > 0 && (
          <span className="flex flex-wrap gap-1">
            {variable.shadows.map((layer) => (
              <LayerBadge key={layer} layer={layer} to={pathOf(layer)} />
            ))}
          </span>
        ),
    },
    {
      title: 'Runs',
      className: 'whitespace-nowrap',
      cell: ({ change }) => <Runs app={app} change={change} />,
    },
  ]
  return (
    <section aria-label="What the app gets" className="pt-5">
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 pb-3 max-shell:px-4">
        <div>
          <h2 className="font-strong">What the app gets</h2>
          <p className="text-muted">
            From organization, project, environment and the app itself, lowest to highest; the highest wins.
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-2">
          {all && all.length > 10 && (
            <TextField
              label="Search the variables"
              type="search"
              placeholder="Part of a name"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          <EnvExport of={app.name} variables={variables ?? []} />
        </div>
      </div>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="load what the app gets" onRetry={() => void refetch()} />
        </div>
      )}
      {all?.length === 0 ? (
        <p className="px-6 pb-5 text-faint max-shell:px-4">No layer has a variable for it.</p>
      ) : (
        (rows || !error) && <Table label="What the app gets" columns={columns} rows={rows} rowKey={({ key }) => key} />
      )}
    </section>
  )
}

function Runs({ app, change }: { app: App; change: EnvChange | undefined }) {
  if (app.current_deploy_id === null) return <span className="text-faint">nothing runs</span>
  if (!change) return <span className="text-muted">yes</span>
  const words = { added: 'not yet', changed: 'with another value', removed: 'still' }
  return <Badge tone="held">{words[change.status]}</Badge>
}

/** Where the variables of a layer are edited. */
function useLayerPaths(app: App): (layer: EnvLayer) => string | undefined {
  const { project } = usePlace(app)
  const ofProject = `${paths.projects}/${app.project_id}`
  return (layer) => {
    switch (layer) {
      case 'organization':
        return project?.org_id ? `${paths.projects}/organizations/${project.org_id}` : undefined
      case 'project':
        return `${ofProject}/variables`
      case 'environment':
        return `${ofProject}/environments/${app.environment_id}`
      default:
        return undefined
    }
  }
}

/** With those that run and that no layer has any more. */
function rowsOf(variables: readonly EffectiveVariable[], changes: readonly EnvChange[]): Row[] {
  const changed = new Map(changes.map((change) => [change.key, change]))
  const known = new Set(variables.map(({ key }) => key))
  const gone = changes.filter(({ key }) => !known.has(key))
  return [
    ...variables.map((variable) => ({ key: variable.key, variable, change: changed.get(variable.key) })),
    ...gone.map((change) => ({ key: change.key, variable: undefined, change })),
  ].toSorted((a, b) => a.key.localeCompare(b.key))
}
