// Addresses for containers that are no replicas. They come out of the same book as those of the replicas, so that no
// two containers ever hold one.
import type { Context } from '../../context.ts'
import { unavailable } from '../../errors.ts'
import type { Db } from '../../store/store.ts'
import { freeAddresses } from './app-addresses.ts'
import { deleteReplica, listReplicas, saveReplica, takenAddresses } from './replica-store.ts'

const triesAtOnce = 10

/** Taken before the container is made; asking again for the same container gives the same. */
export async function takeAddress(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  container: string,
  holder: string,
): Promise<string> {
  const [known] = await listReplicas(db, bookName(holder))
  if (known) return known.address
  const free = freeAddresses(settings.APP_NETWORK_SUBNET, await takenAddresses(db), triesAtOnce)
  const row = { container, app: bookName(holder), deploy_id: '', number: 0, resources: '', ready: 0 }
  for (const address of free) if (await saveReplica(db, { ...row, address })) return address
  throw unavailable(
    `no address is left in the network of the apps (APP_NETWORK_SUBNET is ${settings.APP_NETWORK_SUBNET})`,
  )
}

export async function releaseAddress(db: Db, container: string): Promise<void> {
  await deleteReplica(db, container)
}

/** No app can have such a name, so nobody takes it for a replica. */
function bookName(holder: string): string {
  return `run:${holder}`
}
