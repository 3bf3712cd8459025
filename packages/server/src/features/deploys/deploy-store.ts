// SQL of deploys.
import { notFound } from '../../errors.ts'
import type { Page } from '../../http/paging.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { DeployRow } from '../../store/tables.ts'
import { readDeploy, type StoredDeploy } from './deploy.ts'

export async function insertDeploy(trx: Trx, row: DeployRow): Promise<void> {
  await trx.insertInto('deploys').values(row).execute()
}

/** `latest` is the newest of the app. */
export async function findDeploy(db: Db | Trx, app: string, id: string): Promise<StoredDeploy> {
  let rows = db.selectFrom('deploys').selectAll().where('app', '=', app)
  rows = id === 'latest' ? rows.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1) : rows.where('id', '=', id)
  const row = await rows.executeTakeFirst()
  if (!row) throw notFound('deploy', id)
  return readDeploy(row)
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
