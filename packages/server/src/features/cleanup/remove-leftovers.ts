// Takes away what a cleanup found, each thing by itself: what cannot go says why, and the rest goes all the same.
import type { CleanupItem } from '@levelrail/contract/schemas/cleanup.ts'
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { labels } from '../apps/app-containers.ts'
import { findImage } from '../apps/get-image.ts'
import type { ImageToRemove } from '../apps/image-retention.ts'
import { removeUnkeptImage } from '../apps/remove-unkept-images.ts'
import type { CleanupPlan } from './cleanup-plan.ts'
import { type Leftovers, usedNetworks } from './observe-leftovers.ts'

export interface Removal {
  item: Pick<CleanupItem, 'kind' | 'name' | 'size_bytes'>
  remove(ctx: Context, signal: AbortSignal): Promise<void>
}

const itemDeadlineMs = 60_000

/** Containers first: networks and images go only once nothing is in them or made of them. */
export function removalsOf(
  { containers, networks, images, orphanedVolumes }: CleanupPlan<Leftovers>,
  { use }: Pick<Leftovers, 'use'>,
  namedVolumes: string[],
): Removal[] {
  return [
    ...containers.map(
      ({ id, name }): Removal => ({
        item: { kind: 'container', name, size_bytes: use.containers[id] ?? null },
        remove: (ctx, signal) => removeContainer(ctx, id, signal),
      }),
    ),
    ...networks.map(
      ({ name }): Removal => ({
        item: { kind: 'network', name, size_bytes: null },
        remove: (ctx, signal) => removeNetwork(ctx, name, signal),
      }),
    ),
    ...images.map(
      (image): Removal => ({
        item: {
          kind: 'image',
          name: image.references[0] ?? image.imageId,
          size_bytes: use.images[image.imageId] ?? null,
        },
        remove: (ctx, signal) => removeImage(ctx, image, signal),
      }),
    ),
    ...orphanedVolumes
      .filter(({ name }) => namedVolumes.includes(name))
      .map(
        ({ name }): Removal => ({
          item: { kind: 'volume', name, size_bytes: use.volumes[name]?.bytes ?? null },
          remove: (ctx, signal) => ctx.engine.removeVolume(name, signal),
        }),
      ),
  ]
}

export async function removeLeftovers(ctx: Context, removals: Removal[]): Promise<CleanupItem[]> {
  const items: CleanupItem[] = []
  for (const { item, remove } of removals) {
    // Whoever asked may hang up; what was begun is finished, and the log tells what went.
    const signal = AbortSignal.any([ctx.stopping, AbortSignal.timeout(itemDeadlineMs)])
    const error = await remove(ctx, signal).then(
      () => null,
      (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
    )
    ctx.log.info({ ...item, error }, error === null ? 'cleanup: removed' : 'cleanup: could not remove')
    items.push({ ...item, removed: error === null, error })
  }
  return items
}

async function removeContainer({ engine }: Context, id: string, signal: AbortSignal): Promise<void> {
  try {
    const { state } = await engine.inspectContainer(id, signal)
    if (state !== 'created' && state !== 'exited' && state !== 'dead') throw new Error(`it is ${state} now`)
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'not-found') return
    throw error
  }
  await engine.removeContainer(id, signal)
}

async function removeNetwork(ctx: Context, name: string, signal: AbortSignal): Promise<void> {
  await ctx.networkGate(async () => {
    const ours = await ctx.engine.listNetworks(`${labels.instance}=${ctx.instanceId}`, signal)
    const network = ours.find((each) => each.name === name)
    if ((network && network.members.length > 0) || (await usedNetworks(ctx)).has(name))
      throw new Error('something is in it, or about to be')
    if (network) await ctx.engine.removeNetwork(name, signal)
    await ctx.db.deleteFrom('app_networks').where('name', '=', name).execute()
  })
}

async function removeImage(ctx: Context, image: ImageToRemove, signal: AbortSignal): Promise<void> {
  if (!(await removeUnkeptImage(ctx, image, signal))) throw new Error('something uses it again')
  if (await findImage(ctx, image.imageId, signal)) throw new Error('it has other names, which stay')
}
