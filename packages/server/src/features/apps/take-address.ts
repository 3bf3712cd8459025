// Addresses for containers that are no replicas. They come out of the same book as those of the replicas, so that no
// two containers ever hold one.
import type { Context } from '../../context.ts'
import type { NetworkSpec } from '../../drivers/container/container.ts'
import { unavailable } from '../../errors.ts'
import { freeAddresses } from './app-addresses.ts'
import { leaveNetwork } from './replica-network.ts'
import { deleteReplica, listReplicas, saveReplica, takenAddresses } from './replica-store.ts'

const triesAtOnce = 10

/** Taken before the container is made; asking again for the same container gives the same. */
export async function takeAddress(
  { db }: Pick<Context, 'db'>,
  network: NetworkSpec,
  container: string,
  holder: string,
): Promise<string> {
  const [known] = await listReplicas(db, bookName(holder))
  if (known) return known.address
  const free = freeAddresses(network.subnet, await takenAddresses(db), triesAtOnce, holder)
  const row = {
    container,
    app: bookName(holder),
    deploy_id: '',
    number: 0,
    resources: '',
    ready: 0,
    network: network.name,
    traffic: 'auto',
    port: null,
  }
  for (const address of free) if (await saveReplica(db, { ...row, address })) return address
  throw unavailable(`no address is left in the network of the app, ${network.subnet}`)
}

export async function releaseAddress(
  ctx: Context,
  container: string,
  holder: string,
  signal: AbortSignal,
): Promise<void> {
  const [known] = await listReplicas(ctx.db, bookName(holder))
  await deleteReplica(ctx.db, container)
  await leaveNetwork(ctx, known?.network, signal)
}

/** No app can have such a name, so nobody takes it for a replica. */
function bookName(holder: string): string {
  return `run:${holder}`
}
