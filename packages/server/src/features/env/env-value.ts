// The value of a variable: plain, or sealed with the place that it opens in. Only a snapshot opens it.
import { createHash } from 'node:crypto'
import type { EffectiveVariable, EnvChange, EnvComparison } from '@levelrail/contract/schemas/env.ts'
import type { Place } from '../../lib/secret-box.ts'
import type { LayeredVariable } from './env-layers.ts'

export type EnvValue = { plain: string } | { sealed: string; place: Place }

/** What a deploy or a restart took: plain values, and of each secret which one it was. */
export interface EnvSnapshot {
  plain: Record<string, string>
  /** Every seal is another text, so its hash tells one setting of a secret from the next and nothing of its value. */
  secrets: Record<string, string>
}

export function viewVariable({ key, value, layer, shadows }: LayeredVariable<EnvValue>): EffectiveVariable {
  return 'plain' in value
    ? { key, value: value.plain, secret: false, layer, shadows }
    : { key, value: null, secret: true, layer, shadows }
}

export function snapshotOf(env: readonly LayeredVariable<EnvValue>[]): EnvSnapshot {
  const snapshot: EnvSnapshot = { plain: {}, secrets: {} }
  for (const { key, value } of env) {
    if ('plain' in value) snapshot.plain[key] = value.plain
    else snapshot.secrets[key] = createHash('sha256').update(value.sealed).digest('base64url').slice(0, 16)
  }
  return snapshot
}

/** What would change if the one that runs became the one of now; never a value. */
export function envChanges(running: EnvSnapshot, now: EnvSnapshot): EnvChange[] {
  const keys = [running.plain, running.secrets, now.plain, now.secrets].flatMap((each) => Object.keys(each))
  return [...new Set(keys)].sort().flatMap((key): EnvChange[] => {
    const secret = Object.hasOwn(running.secrets, key) || Object.hasOwn(now.secrets, key)
    const before = ownOf(running, key)
    const after = ownOf(now, key)
    if (before === after) return []
    if (before === undefined) return [{ key, status: 'added', secret }]
    return [{ key, status: after === undefined ? 'removed' : 'changed', secret }]
  })
}

/** One text for each state of a variable. */
function ownOf({ plain, secrets }: EnvSnapshot, key: string): string | undefined {
  if (Object.hasOwn(plain, key)) return `plain ${plain[key]}`
  return Object.hasOwn(secrets, key) ? `secret ${secrets[key]}` : undefined
}

/** What differs between two sides, by name. A secret on either of two sides is masked. Spec 2.4, rulings 17. */
export function compareEnv(a: readonly EffectiveVariable[], b: readonly EffectiveVariable[]): EnvComparison['diff'] {
  const onA = new Map(a.map((variable) => [variable.key, variable]))
  const onB = new Map(b.map((variable) => [variable.key, variable]))
  return [...new Set([...onA.keys(), ...onB.keys()])].sort().flatMap((key): EnvComparison['diff'] => {
    const [one, other] = [onA.get(key), onB.get(key)]
    if (!one) return [{ key, status: 'only_b' }]
    if (!other) return [{ key, status: 'only_a' }]
    if (one.secret || other.secret) return [{ key, status: 'masked' }]
    return one.value === other.value ? [] : [{ key, status: 'changed' }]
  })
}
