// What waits for its next attempt need not, when what it failed for may have been mended. Commit, then look at the loop
// `acme` again.
import type { Trx } from '../../store/store.ts'

export async function tryOrdersAgain(trx: Trx): Promise<void> {
  await trx.updateTable('acme_orders').set({ next_attempt_at: null }).execute()
}
