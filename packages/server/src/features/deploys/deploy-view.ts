// Reads of deploys that other features need too.

import type { App } from '@levelrail/contract/schemas/apps.ts'
import { sql } from 'kysely'
import { notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import { readDeploy, type StoredDeploy } from './deploy.ts'

/** Written out, for only then may the database use the index of the few that are. */
const inProgress = sql.lit('in_progress')
const held = sql.lit('blocked')

export async function getDeploy(db: Db | Trx, id: string): Promise<StoredDeploy | undefined> {
  const row = await db.selectFrom('deploys').selectAll().where('id', '=', id).executeTakeFirst()
  return row && readDeploy(row)
}

/** `latest` is the newest of the app. */
export async function findDeploy(db: Db | Trx, app: string, id: string): Promise<StoredDeploy> {
  let rows = db.selectFrom('deploys').selectAll().where('app', '=', app)
  rows = id === 'latest' ? rows.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1) : rows.where('id', '=', id)
  const row = await rows.executeTakeFirst()
  if (!row) throw notFound('deploy', id)
  return readDeploy(row)
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

/** What freeze windows or missing approvals hold, the longest-held first. */
export async function listHeldDeploys(db: Db): Promise<StoredDeploy[]> {
  const rows = await db.selectFrom('deploys').selectAll().where('outcome', '=', held).orderBy('id').execute()
  return rows.map(readDeploy)
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
    .select(['app', 'id', 'outcome', 'image', 'started_at', 'finished_at', 'hold'])
    .where('id', 'in', (newest) =>
      newest
        .selectFrom('deploys')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('app', 'in', apps)
        .groupBy('app'),
    )
    .execute()
  return new Map(rows.map(({ app, hold, ...deploy }) => [app, { ...deploy, hold: JSON.parse(hold ?? 'null') }]))
}

/** The share of requests that the canary of an app gets, by app. */
export async function listCanaryWeights(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('deploys')
    .select(['app', 'canary_weight'])
    .where('outcome', '=', 'in_progress')
    .where('canary_weight', 'is not', null)
    .execute()
  return new Map(rows.map(({ app, canary_weight }) => [app, canary_weight ?? 0]))
}
