// What must be there before a container of an app can be made: the network and its volumes.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Context } from '../../context.ts'
import { labels, networkName, volumeName } from './app-containers.ts'

/** Gives the name of the network. */
export async function ensureSurroundings(
  ctx: Context,
  app: string,
  volumes: AppSpec['volumes'],
  signal: AbortSignal,
): Promise<string> {
  const network = networkName(ctx.instanceId)
  await ctx.engine.ensureNetwork(
    {
      name: network,
      subnet: ctx.settings.APP_NETWORK_SUBNET,
      labels: { [labels.instance]: ctx.instanceId },
      internal: false,
    },
    signal,
  )
  for (const { name } of volumes) {
    const volumeLabels = { [labels.instance]: ctx.instanceId, [labels.app]: app }
    await ctx.engine.ensureVolume({ name: volumeName(ctx.instanceId, app, name), labels: volumeLabels }, signal)
  }
  return network
}
