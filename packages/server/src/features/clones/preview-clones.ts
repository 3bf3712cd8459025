// What clones of apps would be made of, in as few reads however many they are.
import type { AppClonePreview } from '@levelrail/contract/schemas/clones.ts'
import type { Context } from '../../context.ts'
import type { StoredApp } from '../apps/app.ts'
import { takenNames } from '../apps/app-view.ts'
import { appsWithRules } from '../rules/rule-view.ts'
import { countTasks } from '../tasks/task-view.ts'
import { cloneNameProblem } from './clone-name.ts'
import { copiedParts, leftParts } from './clone-spec.ts'

/** A source, the name that its clone would get, and the name that is derived for it, if one is. */
export interface Named {
  app: StoredApp
  name: string
  derived?: string
}

export async function previewClones(
  { db, nodeId }: Pick<Context, 'db' | 'nodeId'>,
  clones: Named[],
): Promise<AppClonePreview[]> {
  const names = clones.map(({ name }) => name)
  const taken = await takenNames(db, names)
  const sources = clones.map(({ app }) => app.name)
  const counts = await countTasks(db, sources)
  const ruled = await appsWithRules(db, sources)
  return clones.map(({ app, name, derived }) => {
    const { spec } = app
    const taskCount = counts.get(app.name) ?? 0
    const isTaken = taken.has(name) || names.indexOf(name) !== names.lastIndexOf(name)
    return {
      source_app: app.name,
      suggested_name: name,
      name_problem: cloneNameProblem(name, derived) ?? (isTaken ? `the name ${JSON.stringify(name)} is taken` : null),
      image: spec.image,
      copied: copiedParts(app, taskCount, ruled.has(app.name)),
      declared_secrets: spec.secret_env.map((secret) => secret.name),
      scheduled_task_count: taskCount,
      volumes: spec.volumes,
      domains: spec.domains,
      host_port: spec.host_port,
      left: leftParts(app, nodeId),
    }
  })
}
