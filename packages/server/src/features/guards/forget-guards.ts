// Removes the guards of apps, projects and environments that go.
import type { Trx } from '../../store/store.ts'

export async function forgetGuards(trx: Trx, scopeIds: readonly string[]): Promise<void> {
  if (scopeIds.length === 0) return
  await trx.deleteFrom('freeze_windows').where('scope_id', 'in', scopeIds).execute()
  await trx.deleteFrom('approval_rules').where('scope_id', 'in', scopeIds).execute()
}
