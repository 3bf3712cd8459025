// Takes away what this instance left on the machine: first only as a list, then for good. Volumes go only by name.
import type { Context, Handler } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { conflict, unavailable } from '../../errors.ts'
import { labels } from '../apps/app-containers.ts'
import { planCleanup } from './cleanup-plan.ts'
import { type Leftovers, observeLeftovers } from './observe-leftovers.ts'
import { removalsOf, removeLeftovers } from './remove-leftovers.ts'

/** The engine goes through whole volumes to tell their sizes. */
const lookDeadlineMs = 120_000

export const systemCleanup: Handler<'systemCleanup'> = async (ctx, { body, transact, signal }) => {
  const { dry_run = true, volumes = [] } = body
  if (!dry_run && !ctx.lease.isHeld)
    throw unavailable('another control plane runs the background work of this instance: ask that one to clean up')
  const world = await lookAround(ctx, signal)
  const plan = planCleanup(world)
  const orphaned = plan.orphanedVolumes.map(({ name }) => name)
  const refused = volumes.filter((name) => !orphaned.includes(name))
  if (refused.length > 0)
    throw conflict(`volumes: ${refused.join(', ')}: not an orphaned volume of this instance; nothing was removed`)
  const removals = removalsOf(plan, world, volumes)
  // Before anything goes, so that no removal is without its audit row.
  if (!dry_run) await transact('system/cleanup', async () => {})
  const items = dry_run
    ? removals.map(({ item }) => ({ ...item, removed: false, error: null }))
    : await removeLeftovers(ctx, removals)
  const gone = new Set(items.filter(({ kind, removed }) => kind === 'volume' && removed).map(({ name }) => name))
  return {
    dry_run,
    items,
    bytes: items
      .filter(({ removed }) => removed || dry_run)
      .reduce((sum, { size_bytes }) => sum + (size_bytes ?? 0), 0),
    orphaned_volumes: plan.orphanedVolumes
      .filter(({ name }) => !gone.has(name))
      .map(({ name, labels: its, createdAt }) => ({
        name,
        app: its[labels.app] ?? '',
        size_bytes: world.use.volumes[name]?.bytes ?? null,
        created_at: createdAt.toISOString(),
      })),
    images_wait: world.images === undefined,
  }
}

async function lookAround(ctx: Context, signal: AbortSignal): Promise<Leftovers> {
  try {
    return await observeLeftovers(ctx, AbortSignal.any([signal, AbortSignal.timeout(lookDeadlineMs)]))
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'unreachable') throw unavailable(error.message)
    throw error
  }
}
