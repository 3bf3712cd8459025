// SQL of deploys.
import type { Page } from '../../http/paging.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { DeployRow } from '../../store/tables.ts'
import { readDeploy, type StoredDeploy } from './deploy.ts'

export async function insertDeploy(trx: Trx, row: DeployRow): Promise<void> {
  await trx.insertInto('deploys').values(row).execute()
}

export interface DeployFilter extends Page {
  app?: string
  outcome?: string
}

export async function listDeploys(db: Db, { app, outcome, limit, before }: DeployFilter): Promise<StoredDeploy[]> {
  let rows = db.selectFrom('deploys').selectAll()
  if (app !== undefined) rows = rows.where('app', '=', app)
  if (outcome !== undefined) rows = rows.where('outcome', '=', outcome)
  if (before) {
    rows = rows.where((row) =>
      row.or([
        row('started_at', '<', before.at),
        row.and([row('started_at', '=', before.at), row('id', '<', before.id)]),
      ]),
    )
  }
  return (
    await rows
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
  ).map(readDeploy)
}

/** False when it is over. */
export async function setCanaryWeight(trx: Trx, id: string, weight: number | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deploys')
    .set({ canary_weight: weight })
    .where('id', '=', id)
    .where('outcome', 'in', ['in_progress', 'blocked'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
