// Two environments of a project side by side: what an app would share in each, and what differs.
import type { EffectiveVariable, EnvComparison } from '@levelrail/contract/schemas/env.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { ArrowLeftRight } from 'lucide-react'
import { comparisonQuery, useEnvironments } from '../api/project-queries.ts'
import { EnvValue } from '../components/env-value.tsx'
import { Failure } from '../components/failure.tsx'
import { LayerBadge } from '../components/layer-badge.tsx'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/button.tsx'
import { Choice, SelectField } from '../ui/field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { type ComparedRow, compareRows } from './compare-rows.ts'

const route = getRouteApi('/shell/projects/$projectId/environments/compare')

export function EnvironmentCompare() {
  const { projectId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: environments } = useEnvironments(projectId)
  const a = environments?.find(({ id }) => id === search.a) ?? environments?.find(({ id }) => id !== search.b)
  const b = environments?.find(({ id }) => id === search.b && id !== a?.id) ?? environments?.find((e) => e.id !== a?.id)
  const { data, error, refetch } = useQuery(comparisonQuery(projectId, a?.id, b?.id))
  const change = (part: { a?: string | undefined; b?: string | undefined; all?: boolean }) => {
    const next = { a: a?.id, b: b?.id, ...search, ...part }
    void navigate({
      search: {
        ...(next.a ? { a: next.a } : {}),
        ...(next.b ? { b: next.b } : {}),
        ...(next.all ? { all: true } : {}),
      },
      replace: true,
    })
  }
  const options = environments?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  if (environments && (!a || !b))
    return (
      <p className="px-6 py-6 text-muted max-shell:px-4">
        To compare, a project needs two environments.{' '}
        <Link to={paths.projectEnvironments} params={{ projectId }} className="text-accent-text hover:underline">
          Environments
        </Link>
      </p>
    )
  return (
    <>
      <div className="flex flex-wrap items-end gap-3 px-6 py-4 max-shell:px-4">
        <SelectField
          label="Left"
          className="w-48 max-list:flex-1"
          value={a?.id ?? ''}
          options={options}
          onChange={(id) => change(id === b?.id ? { a: id, b: a?.id } : { a: id })}
        />
        <IconButton label="Swap" onClick={() => change({ a: b?.id, b: a?.id })}>
          <ArrowLeftRight className="size-4" aria-hidden="true" />
        </IconButton>
        <SelectField
          label="Right"
          className="w-48 max-list:flex-1"
          value={b?.id ?? ''}
          options={options}
          onChange={(id) => change(id === a?.id ? { b: id, a: b?.id } : { b: id })}
        />
        <Choice
          type="checkbox"
          label="Show what is the same too"
          className="pb-1.5 max-list:w-full"
          checked={search.all === true}
          onChange={(event) => change({ all: event.target.checked })}
        />
      </div>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="compare the environments" onRetry={() => void refetch()} />
        </div>
      )}
      {(data || !error) && (
        <Sides
          comparison={data}
          names={[a?.name ?? '', b?.name ?? '']}
          showsSame={search.all === true}
          pathOf={(layer, side) => layerPath(layer, projectId, side === 'a' ? a?.id : b?.id)}
        />
      )}
    </>
  )
}

function layerPath(layer: EffectiveVariable['layer'], projectId: string, environmentId: string | undefined) {
  if (layer === 'project') return `${paths.projects}/${projectId}/variables`
  return layer === 'environment' ? `${paths.projects}/${projectId}/environments/${environmentId}` : undefined
}

interface SidesProps {
  comparison: EnvComparison | undefined
  names: [string, string]
  showsSame: boolean
  pathOf: (layer: EffectiveVariable['layer'], side: 'a' | 'b') => string | undefined
}

const statusWords = {
  only_a: { sign: '−', colour: 'text-bad', word: 'only left' },
  only_b: { sign: '+', colour: 'text-ok', word: 'only right' },
  changed: { sign: '±', colour: 'text-warn', word: 'differs' },
  masked: { sign: '?', colour: 'text-muted', word: 'secret, cannot be told' },
  same: { sign: '=', colour: 'text-faint', word: 'same' },
} as const

function Sides({ comparison, names, showsSame, pathOf }: SidesProps) {
  const all = comparison && compareRows(comparison)
  const rows = all?.filter(({ status }) => showsSame || status !== 'same')
  const side = (title: string, which: 'a' | 'b'): Column<ComparedRow> => ({
    // Names need not differ, columns must.
    title: names[0] === names[1] ? `${title} (${which === 'a' ? 'left' : 'right'})` : title,
    className: 'w-[32%] max-w-0',
    cell: (row) => {
      const variable = row[which]
      if (!variable) return <span className="text-faint">not there</span>
      return (
        <span className="flex min-w-0 items-center justify-between gap-3">
          <EnvValue value={variable.value} />
          <LayerBadge layer={variable.layer} to={pathOf(variable.layer, which)} />
        </span>
      )
    },
  })
  const columns: readonly Column<ComparedRow>[] = [
    { title: 'Name', className: 'w-[20%]', cell: ({ key }) => <code className="wrap-anywhere">{key}</code> },
    side(names[0], 'a'),
    side(names[1], 'b'),
    {
      title: 'Result',
      className: 'whitespace-nowrap',
      cell: ({ status }) => {
        const { sign, colour, word } = statusWords[status]
        return (
          <span className={clsx('inline-flex items-center gap-1.5', colour)}>
            <span aria-hidden="true" className="w-2 font-mono">
              {sign}
            </span>
            {word}
          </span>
        )
      },
    },
  ]
  if (rows?.length === 0)
    return (
      <p role="status" className="px-6 py-6 text-muted max-shell:px-4">
        {all?.length === 0 ? 'Neither shares a variable.' : `${names[0]} and ${names[1]} share the same.`}
      </p>
    )
  return (
    <>
      <Table label="Comparison" columns={columns} rows={rows} rowKey={({ key }) => key} />
      {comparison && (
        <p className="px-6 py-3 text-small text-faint max-shell:px-4">
          {comparison.diff.length} of {all?.length} differ or cannot be told. Compared is what organization, project and
          environment share; apps may have variables of their own.
        </p>
      )}
    </>
  )
}
