// Looks at what is on this machine and what the records say of it. The machine first: what has a record had it before it
// was made, so nothing that is being made right now can look forgotten.
import type { Context } from '../../context.ts'
import type { DiskUse, EngineVolume, ListedContainer, ListedNetwork } from '../../drivers/container/container.ts'
import { labels, networkName, volumeName } from '../apps/app-containers.ts'
import { listAllApps } from '../apps/app-view.ts'
import { observeRetention } from '../apps/remove-unkept-images.ts'
import { getDeployInProgress, listAppsInDeploy } from '../deploys/deploy-view.ts'
import type { CleanupRecords, CleanupWorld } from './cleanup-plan.ts'

export interface Leftovers extends CleanupWorld {
  containers: ListedContainer[]
  networks: ListedNetwork[]
  volumes: (EngineVolume & { users: number })[]
  use: DiskUse
}

export async function observeLeftovers(ctx: Context, signal: AbortSignal): Promise<Leftovers> {
  const { engine, instanceId } = ctx
  const ours = `${labels.instance}=${instanceId}`
  const containers = await engine.listContainers({ [labels.instance]: instanceId }, signal)
  const networks = await engine.listNetworks(ours, signal)
  const volumes = await engine.listVolumes(ours, signal)
  const use = await engine.readDiskUse(signal)
  return {
    instanceId,
    containers,
    networks,
    // One that was made since is being used.
    volumes: volumes.map((volume) => ({ ...volume, users: use.volumes[volume.name]?.users ?? 1 })),
    images: await observeRetention(ctx, signal),
    records: await readRecords(ctx),
    use,
  }
}

async function readRecords(ctx: Pick<Context, 'db' | 'instanceId'>): Promise<CleanupRecords> {
  const replicas = await ctx.db.selectFrom('replicas').select(['container']).execute()
  const runs = await ctx.db.selectFrom('runs').select('id').where('cleaned', '=', 0).execute()
  const apps = await listAllApps(ctx.db)
  const specs = apps.flatMap(({ name, spec, running }) => [
    { app: name, volumes: spec.volumes },
    { app: name, volumes: running?.spec.volumes ?? [] },
  ])
  for (const app of await listAppsInDeploy(ctx.db))
    specs.push({ app, volumes: (await getDeployInProgress(ctx.db, app))?.spec.volumes ?? [] })
  return {
    apps: apps.map(({ name }) => name),
    replicas: replicas.map(({ container }) => container),
    openRuns: runs.map(({ id }) => id),
    networks: [...(await usedNetworks(ctx))],
    volumes: specs.flatMap(({ app, volumes }) => volumes.map(({ name }) => volumeName(ctx.instanceId, app, name))),
  }
}

export async function usedNetworks({ db, instanceId }: Pick<Context, 'db' | 'instanceId'>): Promise<Set<string>> {
  const rows = await db.selectFrom('replicas').select('network').distinct().execute()
  return new Set(rows.map(({ network }) => network ?? networkName(instanceId)))
}
