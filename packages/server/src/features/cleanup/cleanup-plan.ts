// What a cleanup would take away, given what is there and what the records say. Pure. Only what carries the label of this
// instance is in the question at all, and of that only kinds that are known here: what nobody references, uses or runs.
import type { ContainerState } from '../../drivers/container/container.ts'
import { labels } from '../apps/app-containers.ts'
import { type ImageToRemove, imagesToRemove, type RetentionFacts } from '../apps/image-retention.ts'

type Labels = Record<string, string>

export interface CleanupWorld {
  instanceId: string
  containers: { id: string; name: string; labels: Labels; state: ContainerState }[]
  networks: { name: string; labels: Labels /** Names of containers, running or not. */; members: string[] }[]
  volumes: { name: string; labels: Labels /** Containers, running or not. */; users: number }[]
  /** Undefined while a deploy does not know its image yet: it might be any of them. */
  images: RetentionFacts | undefined
  records: CleanupRecords
}

/** What must stay, whether it is there or not. */
export interface CleanupRecords {
  /** Names of all apps, also of those that are being removed. */
  apps: string[]
  /** Names of containers that have an address. */
  replicas: string[]
  /** Ids of runs that may still have a container. */
  openRuns: string[]
  /** Names of networks in which an address is taken. */
  networks: string[]
  /** Names of volumes that apps have, run with, or are being deployed with. */
  volumes: string[]
}

export interface CleanupPlan<World extends CleanupWorld = CleanupWorld> {
  containers: World['containers']
  networks: World['networks']
  images: ImageToRemove[]
  /** They hold data: they go only when they are named. */
  orphanedVolumes: World['volumes']
}

export function planCleanup<World extends CleanupWorld>(world: World): CleanupPlan<World> {
  const { instanceId, records } = world
  const isOurs = (each: { labels: Labels }) => each.labels[labels.instance] === instanceId
  const containers = world.containers.filter((each) => isOurs(each) && isAtRest(each) && isForgotten(each, records))
  const going = new Set(containers.map(({ name }) => name))
  return {
    containers,
    networks: world.networks.filter(
      (each) =>
        isOurs(each) && !records.networks.includes(each.name) && each.members.every((member) => going.has(member)),
    ),
    images: world.images ? imagesToRemove(world.images) : [],
    orphanedVolumes: world.volumes.filter(
      (each) =>
        isOurs(each) &&
        each.labels[labels.app] !== undefined &&
        each.users === 0 &&
        !records.volumes.includes(each.name),
    ),
  }
}

function isAtRest({ state }: { state: ContainerState }): boolean {
  return state === 'created' || state === 'exited' || state === 'dead'
}

/** The loop of an app looks after all containers of it, so only those of an app that is gone are nobody's. */
function isForgotten(
  { name, labels: its }: { name: string; labels: Labels },
  { apps, replicas, openRuns }: CleanupRecords,
): boolean {
  if (replicas.includes(name)) return false
  const [app, run] = [its[labels.app], its[labels.run]]
  if (app !== undefined && apps.includes(app)) return false
  if (run !== undefined && openRuns.includes(run)) return false
  return app !== undefined || run !== undefined
}
