// Reads of freeze windows and approval rules that deploys need.
import type { Db, Trx } from '../../store/store.ts'
import type { Rule } from './approval.ts'
import { type Place, readFreezeWindow, type StoredFreezeWindow } from './freeze-window.ts'

/** Those that hold now or may hold later. */
export async function listFreezeWindows(db: Db | Trx, now: string): Promise<StoredFreezeWindow[]> {
  const rows = await db
    .selectFrom('freeze_windows')
    .selectAll()
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    .orderBy('name')
    .execute()
  return rows.map(readFreezeWindow)
}

/** The rules of the app itself and of its environment. */
export async function listRulesFor(db: Db | Trx, { name, environmentId }: Place): Promise<Rule[]> {
  const rows = await db
    .selectFrom('approval_rules')
    .select(['required', 'expires_after'])
    .where((row) =>
      row.or([
        row.and([row('scope', '=', 'app'), row('scope_id', '=', name)]),
        row.and([row('scope', '=', 'environment'), row('scope_id', '=', environmentId)]),
      ]),
    )
    .execute()
  return rows.map(({ required, expires_after }) => ({ required, expiresAfter: expires_after }))
}
