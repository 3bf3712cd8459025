// Removes tokens that ended long ago.
import type { Db } from '../../store/store.ts'

export async function forgetTokens(db: Db, endedBefore: string): Promise<void> {
  await db
    .deleteFrom('tokens')
    .where((row) => row.or([row('revoked_at', '<', endedBefore), row('expires_at', '<', endedBefore)]))
    .execute()
}
