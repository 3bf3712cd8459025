// SQL of approval rules, and of the deploys that need or needed an approval.
import type { ApprovalState } from '@levelrail/contract/schemas/guards.ts'
import { notFound } from '../../errors.ts'
import type { Page } from '../../http/paging.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { ApprovalRuleRow } from '../../store/tables.ts'
import { readDeploy, type StoredDeploy } from '../deploys/deploy.ts'

export async function listRules(db: Db): Promise<ApprovalRuleRow[]> {
  return db.selectFrom('approval_rules').selectAll().orderBy('scope').orderBy('scope_id').execute()
}

export async function saveRule(trx: Trx, row: ApprovalRuleRow): Promise<void> {
  const { scope: _, scope_id: __, ...changes } = row
  await trx
    .insertInto('approval_rules')
    .values(row)
    .onConflict((conflict) => conflict.columns(['scope', 'scope_id']).doUpdateSet(changes))
    .execute()
}

export async function deleteRule(trx: Trx, scope: ApprovalRuleRow['scope'], scopeId: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('approval_rules')
    .where('scope', '=', scope)
    .where('scope_id', '=', scopeId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound(`approval rule of ${scope}`, scopeId)
}

/** Newest first, with one row more than the page holds. */
export async function listApprovals(
  db: Db,
  { limit, before }: Page,
  state: ApprovalState | undefined,
): Promise<StoredDeploy[]> {
  let rows = db.selectFrom('deploys').selectAll().where('approval_state', 'is not', null)
  if (state !== undefined) rows = rows.where('approval_state', '=', state)
  if (before) {
    rows = rows.where((row) =>
      row.or([
        row('started_at', '<', before.at),
        row.and([row('started_at', '=', before.at), row('id', '<', before.id)]),
      ]),
    )
  }
  const found = await rows
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return found.map(readDeploy)
}
