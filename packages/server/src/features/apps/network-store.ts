// SQL of the networks without a way out: which part of the subnet each has.
import type { Db } from '../../store/store.ts'
import { isDuplicate } from '../../store/write-rules.ts'
import { partsOf } from './app-addresses.ts'

/** The part that the network has, or else the first free one, which it has from now on; undefined when all are taken. */
export async function takeSubnet(db: Db, name: string, whole: string): Promise<string | undefined> {
  for (;;) {
    const rows = await db.selectFrom('app_networks').selectAll().execute()
    const mine = rows.find((row) => row.name === name)
    if (mine) return mine.subnet
    const taken = new Set(rows.map(({ subnet }) => subnet))
    const subnet = partsOf(whole).find((part) => !taken.has(part))
    if (subnet === undefined) return undefined
    try {
      await db.insertInto('app_networks').values({ name, subnet }).execute()
      return subnet
    } catch (error) {
      // Another app was quicker: look again.
      if (!isDuplicate(error)) throw error
    }
  }
}

export async function isNetworkUsed(db: Db, name: string): Promise<boolean> {
  return (
    (await db.selectFrom('replicas').select('container').where('network', '=', name).executeTakeFirst()) !== undefined
  )
}

export async function deleteNetwork(db: Db, name: string): Promise<void> {
  await db.deleteFrom('app_networks').where('name', '=', name).execute()
}
