// What differs between two snapshots: image, settings by their path, variables by name. Pure; no value of a variable
// leaves it, since a plain one may be as telling as a secret.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { DeployDiff } from '@levelrail/contract/schemas/deploys.ts'
import { type EnvSnapshot, envChanges } from '../env/env-value.ts'

export interface DiffSide {
  digest: string | null
  spec: AppSpec
  env: EnvSnapshot
}

export function diffDeploys(before: DiffSide | null, after: DiffSide): DeployDiff {
  return {
    fields: diffFields(before, after),
    env: envChanges(before?.env ?? { plain: {}, secrets: {} }, after.env),
  }
}

function diffFields(before: DiffSide | null, after: DiffSide): DeployDiff['fields'] {
  const was = before ? fieldsOf(before) : new Map<string, string>()
  const becomes = fieldsOf(after)
  return [...new Set([...was.keys(), ...becomes.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? null, after: becomes.get(field) ?? null }))
    .filter((row) => row.before !== row.after)
}

function fieldsOf({ digest, spec }: DiffSide): Map<string, string> {
  const { env: _, secret_env: __, ...settings } = spec
  return new Map([...flatten(settings, ''), ...(digest === null ? [] : [['digest', digest] as const])])
}

function flatten(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([key, part]): [string, string][] => {
    const field = `${prefix}${key}`
    if (part === null || part === undefined || part === '') return []
    if (Array.isArray(part)) return part.length === 0 ? [] : [[field, JSON.stringify(part)]]
    return typeof part === 'object' ? flatten(part, `${field}.`) : [[field, String(part)]]
  })
}
