// The network that a replica is in: the one of all apps, or, for an app that must not reach out, one without a way out
// that it shares with such apps of its project. Ruling 7.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Context } from '../../context.ts'
import { DriverError, type NetworkSpec } from '../../drivers/container/container.ts'
import type { StoredApp } from './app.ts'
import { labels, networkName } from './app-containers.ts'
import { deleteNetwork, isNetworkUsed, takeSubnet } from './network-store.ts'

/** Undefined when no part of the subnet is left for it. */
export async function replicaNetwork(
  ctx: Pick<Context, 'db' | 'instanceId' | 'settings'>,
  app: Pick<StoredApp, 'name' | 'projectId'>,
  egress: AppSpec['egress_policy'],
): Promise<NetworkSpec | undefined> {
  const common = { labels: { [labels.instance]: ctx.instanceId } }
  const all = networkName(ctx.instanceId)
  if (egress === 'open') return { ...common, name: all, subnet: ctx.settings.APP_NETWORK_SUBNET, internal: false }
  const name = app.projectId === '' ? `${all}-app-${app.name}` : `${all}-project-${app.projectId}`
  const subnet = await takeSubnet(ctx.db, name, ctx.settings.APP_INTERNAL_SUBNET)
  return subnet === undefined ? undefined : { ...common, name, subnet, internal: true }
}

/** A network without a way out goes with the last container in it. */
export async function leaveNetwork(ctx: Context, name: string | null | undefined, signal: AbortSignal): Promise<void> {
  if (!name || name === networkName(ctx.instanceId)) return
  await ctx.networkGate(() => removeUnused(ctx, name, signal), signal)
}

async function removeUnused(ctx: Context, name: string, signal: AbortSignal): Promise<void> {
  if (await isNetworkUsed(ctx.db, name)) return
  try {
    await ctx.engine.removeNetwork(name, signal)
  } catch (error) {
    // Something that is not ours is in it.
    if (error instanceof DriverError && error.kind === 'conflict') return
    throw error
  }
  await deleteNetwork(ctx.db, name)
}
