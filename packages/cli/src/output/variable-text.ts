// Variables for people: where each value comes from, and what differs.
import type { EffectiveVariable, EnvChange, EnvComparison } from '@levelrail/contract/schemas/env.ts'
import type { Column } from './table.ts'

export const effectiveColumns: Column<EffectiveVariable>[] = [
  { title: 'KEY', cell: ({ key }) => key },
  { title: 'VALUE', cell: valueText },
  { title: 'FROM', cell: ({ layer }) => layer },
  { title: 'SHADOWS', cell: ({ shadows }) => shadows.join(',') || '-' },
]

export const changeColumns: Column<EnvChange>[] = [
  { title: 'KEY', cell: ({ key }) => key },
  { title: 'WITH THE NEXT DEPLOY', cell: ({ status }) => status },
  { title: 'SECRET', cell: ({ secret }) => (secret ? 'yes' : 'no') },
]

export function compareColumns({ a, b }: EnvComparison): Column<EnvComparison['diff'][number]>[] {
  const cellOf = (env: readonly EffectiveVariable[]) => {
    const byKey = new Map(env.map((variable) => [variable.key, variable]))
    return ({ key }: { key: string }) => {
      const variable = byKey.get(key)
      return variable ? valueText(variable) : '-'
    }
  }
  return [
    { title: 'KEY', cell: ({ key }) => key },
    { title: 'DIFFERS', cell: ({ status }) => status },
    { title: 'A', cell: cellOf(a.env) },
    { title: 'B', cell: cellOf(b.env) },
  ]
}

function valueText({ value, secret }: EffectiveVariable): string {
  return secret ? '(secret)' : (value ?? '')
}
