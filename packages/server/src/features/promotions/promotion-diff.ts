// What differs between the app that is promoted and the one that it is promoted to. Pure; no value of a variable leaves
// it. Spec 4.2.
import type { PromotePreview } from '@levelrail/contract/schemas/promotions.ts'
import { type DiffSide, diffDeploys } from '../deploys/deploy-diff.ts'
import type { EnvSnapshot } from '../env/env-value.ts'

type Differences = Pick<PromotePreview, 'replicas' | 'resources' | 'health'>

export function diffSettings(source: DiffSide | null, target: DiffSide | null): Differences {
  if (!source || !target) return { replicas: [], resources: [], health: [] }
  const fields = diffDeploys(source, target).fields
  const below = (part: string) =>
    fields
      .filter(({ field }) => field === part || field.startsWith(`${part}.`))
      .map(({ field, before, after }) => ({ field, source: before, target: after }))
  return { replicas: below('replicas'), resources: below('resources'), health: below('health') }
}

export function diffVariables(source: EnvSnapshot, target: EnvSnapshot): Omit<PromotePreview['env'], 'included'> {
  const diff = { add: [] as string[], remove: [] as string[], differ: [] as string[], masked: [] as string[] }
  const keys = [source, target].flatMap(({ plain, secrets }) => [...Object.keys(plain), ...Object.keys(secrets)])
  for (const key of [...new Set(keys)].sort()) {
    const isHere = (side: EnvSnapshot) => Object.hasOwn(side.plain, key) || Object.hasOwn(side.secrets, key)
    if (!isHere(target)) diff.add.push(key)
    else if (!isHere(source)) diff.remove.push(key)
    else if (Object.hasOwn(source.secrets, key) || Object.hasOwn(target.secrets, key)) diff.masked.push(key)
    else if (source.plain[key] !== target.plain[key]) diff.differ.push(key)
  }
  return diff
}
