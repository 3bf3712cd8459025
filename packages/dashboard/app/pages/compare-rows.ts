// A comparison of two environments as rows, one a variable, by name.
import type { EffectiveVariable, EnvComparison } from '@levelrail/contract/schemas/env.ts'

export interface ComparedRow {
  key: string
  a: EffectiveVariable | undefined
  b: EffectiveVariable | undefined
  status: EnvComparison['diff'][number]['status'] | 'same'
}

/** What the server does not name as different is the same. */
export function compareRows({ a, b, diff }: EnvComparison): ComparedRow[] {
  const left = new Map(a.env.map((variable) => [variable.key, variable]))
  const right = new Map(b.env.map((variable) => [variable.key, variable]))
  const statuses = new Map(diff.map(({ key, status }) => [key, status]))
  return [...new Set([...left.keys(), ...right.keys()])]
    .toSorted((one, other) => one.localeCompare(other))
    .map((key) => ({ key, a: left.get(key), b: right.get(key), status: statuses.get(key) ?? 'same' }))
}
