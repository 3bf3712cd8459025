// What of an app its clone takes over, what is made anew, and what is left behind. Pure. Spec 2.6, rulings 15.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { StoredApp } from '../apps/app.ts'
import { changedFields, emptySpec } from '../apps/app-spec.ts'

const longestVolumeName = 40
const suffix = /-[0-9a-f]{6}$/
/** Not copied, or not as it is. */
const notCopied: (keyof AppSpec)[] = ['domains', 'host_port', 'volumes']

/**
 * Volumes get names of their own: those of an app that was removed stay in the engine, and a clone that took its name
 * would find their data. `mark` gives six hexadecimal digits, others each time.
 */
export function cloneSpec(spec: AppSpec, domains: string[], mark: () => string): AppSpec {
  const volumes = spec.volumes.map(({ name, path }) => ({ name: freshName(name, mark()), path }))
  return { ...spec, domains, host_port: null, volumes }
}

export function copiedParts({ spec, logDrainSealed }: StoredApp, taskCount: number, hasRules: boolean): string[] {
  return [
    ...changedFields(spec, emptySpec).filter((field) => !notCopied.includes(field)),
    ...(logDrainSealed === null ? [] : ['log_drain']),
    ...(taskCount > 0 ? ['scheduled_tasks'] : []),
    ...(hasRules ? ['rules'] : []),
  ]
}

export function leftParts({ spec, nodeId }: StoredApp, localNodeId: string): string[] {
  return [
    ...(spec.domains.length > 0 ? ['domains'] : []),
    ...(spec.host_port === null ? [] : ['host_port']),
    ...(nodeId === localNodeId ? [] : ['node_id']),
    ...(spec.secret_env.length > 0 ? ['secret_values'] : []),
    ...(spec.volumes.length > 0 ? ['volume_data'] : []),
  ]
}

/** Without the mark of an earlier clone, so that marks do not pile up. */
function freshName(name: string, mark: string): string {
  const base = name.replace(suffix, '').slice(0, longestVolumeName - mark.length - 1)
  return `${base.replace(/-+$/, '')}-${mark}`
}
