// Reads of deploys that other features need too.
import type { Db, Trx } from '../../store/store.ts'
import { readDeploy, type StoredDeploy } from './deploy.ts'

export async function getDeploy(db: Db | Trx, id: string): Promise<StoredDeploy | undefined> {
  const row = await db.selectFrom('deploys').selectAll().where('id', '=', id).executeTakeFirst()
  return row && readDeploy(row)
}

export async function getDeployInProgress(db: Db | Trx, app: string): Promise<StoredDeploy | undefined> {
  const row = await db
    .selectFrom('deploys')
    .selectAll()
    .where('app', '=', app)
    .where('outcome', '=', 'in_progress')
    .executeTakeFirst()
  return row && readDeploy(row)
}

export async function getNewestDeploy(db: Db | Trx, app: string): Promise<StoredDeploy | undefined> {
  const row = await db
    .selectFrom('deploys')
    .selectAll()
    .where('app', '=', app)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && readDeploy(row)
}
