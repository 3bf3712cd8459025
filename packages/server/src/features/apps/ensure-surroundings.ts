// What must be there before a container of an app can be made: the network and its volumes.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Context } from '../../context.ts'
import type { NetworkSpec } from '../../drivers/container/container.ts'
import { labels, volumeName } from './app-containers.ts'

/** The address must be taken before: it is what keeps the network from going with the last container in it. */
export async function ensureSurroundings(
  ctx: Context,
  app: string,
  volumes: AppSpec['volumes'],
  network: NetworkSpec,
  signal: AbortSignal,
): Promise<void> {
  await ctx.networkGate(() => ctx.engine.ensureNetwork(network, signal), signal)
  for (const { name } of volumes) {
    const volumeLabels = { [labels.instance]: ctx.instanceId, [labels.app]: app }
    await ctx.engine.ensureVolume({ name: volumeName(ctx.instanceId, app, name), labels: volumeLabels }, signal)
  }
}
