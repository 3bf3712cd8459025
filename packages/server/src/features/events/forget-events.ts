// Removes events of apps that have had their time.
import type { Db } from '../../store/store.ts'

export async function forgetEvents(db: Db, before: string): Promise<void> {
  await db.deleteFrom('app_events').where('at', '<', before).execute()
}
