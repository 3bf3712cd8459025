// What an app at rest looks like, so that one look at all of them finds those for which there may be something to do.
// Where the record, its replicas, its condition and its containers are what they were, the plan is what it was: empty.
import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { listAppsInDeploy } from '../deploys/deploy-view.ts'
import { conditionsOfType } from '../system/conditions.ts'
import { appSubject } from './app.ts'
import { labels } from './app-containers.ts'
import type { AppLook, AppWorld } from './app-observe.ts'
import { listAppRows } from './app-view.ts'
import { listAllReplicas } from './replica-view.ts'

/** An app in any other condition waits for something that its mark does not show, such as a free address. */
const restful = new Set(['Serving', 'Stopped', 'NeverDeployed', 'FirstDeployFailed'])

export function markOfWorld(world: AppWorld | undefined): string | undefined {
  // Whether one that looped has recovered is a matter of time, which no mark shows.
  if (!world || world.deploy || world.wasLooping) return undefined
  return restful.has(world.storedCondition?.reason ?? '') ? markOf(world.look) : undefined
}

/** Of the record as it is stored: reading it would cost more than all the rest, for every app at every resync. */
export function markOf({ row, replicas, ready, containers }: AppLook): string {
  const rows = replicas.toSorted((one, other) => (one.container < other.container ? -1 : 1))
  const states = containers.map(({ id, state }) => `${id} ${state}`).toSorted()
  return hash('sha1', JSON.stringify([row, rows, ready, states]), 'base64')
}

/** The engine's list may lag behind its events by a moment; those wake the app by themselves. */
export async function markAllApps(ctx: Context, signal: AbortSignal): Promise<Map<string, string>> {
  const [listed, apps, rows, inDeploy, ready] = await Promise.all([
    ctx.engine.listContainers({ [labels.instance]: ctx.instanceId }, signal),
    listAppRows(ctx.db),
    listAllReplicas(ctx.db),
    listAppsInDeploy(ctx.db),
    conditionsOfType(ctx.db, 'Ready'),
  ])
  const containers = Map.groupBy(listed, (container) => container.labels[labels.app] ?? '')
  const replicas = Map.groupBy(rows, ({ app }) => app)
  const busy = new Set(inDeploy)
  const marks = apps
    .filter(({ name }) => !busy.has(name))
    .map((row): [string, string] => [
      row.name,
      markOf({
        row,
        replicas: replicas.get(row.name) ?? [],
        ready: ready.get(appSubject(row.name)),
        containers: containers.get(row.name) ?? [],
      }),
    ])
  return new Map(marks)
}
