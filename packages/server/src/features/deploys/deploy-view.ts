// Reads of deploys that other features need too.

import type { App } from '@levelrail/contract/schemas/apps.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../store/store.ts'
import { readDeploy, type StoredDeploy } from './deploy.ts'

/** Written out, for only then may the database use the index of the few that are. */
const inProgress = sql.lit('in_progress')

export async function getDeploy(db: Db | Trx, id: string): Promise<StoredDeploy | undefined> {
  const row = await db.selectFrom('deploys').selectAll().where('id', '=', id).executeTakeFirst()
  return row && readDeploy(row)
}

export async function getDeployInProgress(db: Db | Trx, app: string): Promise<StoredDeploy | undefined> {
  const row = await db
    .selectFrom('deploys')
    .selectAll()
    .where('app', '=', app)
    .where('outcome', '=', inProgress)
    .executeTakeFirst()
  return row && readDeploy(row)
}

/** Ids of deploys that wait for their image. */
export async function listDeploysWithoutImage(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('deploys')
    .select('id')
    .where('outcome', '=', 'in_progress')
    .where('image_id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Which images deploys have run, newest first. */
export async function listDeployImages(db: Db): Promise<{ app: string; imageId: string | null; outcome: string }[]> {
  return db
    .selectFrom('deploys')
    .select(['app', 'image_id as imageId', 'outcome'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
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

/** Names of the apps of which a deploy is in progress. */
export async function listAppsInDeploy(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('deploys').select('app').where('outcome', '=', inProgress).execute()
  return rows.map(({ app }) => app)
}

/** Ids of the deploys that are in progress, by app. */
export async function deploysInProgress(db: Db, apps: string[]): Promise<Map<string, string>> {
  if (apps.length === 0) return new Map()
  const rows = await db
    .selectFrom('deploys')
    .select(['app', 'id'])
    .where('app', 'in', apps)
    .where('outcome', '=', inProgress)
    .execute()
  return new Map(rows.map(({ app, id }) => [app, id]))
}

const healthyLookedAt = 50

/** Newest first, as many as a rollback would ever look at. */
export async function listHealthyDeploys(db: Db | Trx, app: string): Promise<StoredDeploy[]> {
  const rows = await db
    .selectFrom('deploys')
    .selectAll()
    .where('app', '=', app)
    .where('outcome', '=', 'healthy')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(healthyLookedAt)
    .execute()
  return rows.map(readDeploy)
}

/** The newest deploy of each app; ids sort by time. */
export async function latestDeploys(db: Db, apps: string[]): Promise<Map<string, App['latest_deploy']>> {
  if (apps.length === 0) return new Map()
  const rows = await db
    .selectFrom('deploys')
    .select(['app', 'id', 'outcome', 'image', 'started_at', 'finished_at'])
    .where('id', 'in', (newest) =>
      newest
        .selectFrom('deploys')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('app', 'in', apps)
        .groupBy('app'),
    )
    .execute()
  return new Map(rows.map(({ app, ...deploy }) => [app, deploy]))
}
