// Removes the variables of owners that go.
import type { Trx } from '../../store/store.ts'

export async function forgetSharedEnv(trx: Trx, ownerIds: readonly string[]): Promise<void> {
  if (ownerIds.length > 0) await trx.deleteFrom('shared_variables').where('owner_id', 'in', ownerIds).execute()
}
