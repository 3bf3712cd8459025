// SQL of apps.
import type { Updateable } from 'kysely'
import { conflict, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { AppRow } from '../../store/tables.ts'
import { isDuplicate } from '../../store/write-rules.ts'
import { readApp, type StoredApp } from './app.ts'
import { type AppCursor, type AppSort, sortColumn } from './app-cursor.ts'

interface NewApp
  extends Pick<StoredApp, 'name' | 'spec' | 'logDrainSealed' | 'nodeId' | 'projectId' | 'environmentId'> {
  now: string
  nonce: string
}

export async function insertApp(trx: Trx, app: NewApp): Promise<void> {
  try {
    await trx
      .insertInto('apps')
      .values({
        name: app.name,
        spec: JSON.stringify(app.spec),
        running: null,
        running_env_sealed: null,
        current_deploy_id: null,
        node_id: app.nodeId,
        project_id: app.projectId,
        environment_id: app.environmentId,
        suspended: 0,
        deleting: 0,
        restart_nonce: app.nonce,
        log_drain_sealed: app.logDrainSealed,
        next_restart_at: null,
        auto_rollback_episode: null,
        created_at: app.now,
        updated_at: app.now,
      })
      .execute()
  } catch (error) {
    if (isDuplicate(error)) throw conflict(`there is already an app ${JSON.stringify(app.name)}`)
    throw error
  }
}

export async function updateApp(db: Db | Trx, name: string, changes: Updateable<AppRow>): Promise<StoredApp> {
  const row = await db.updateTable('apps').set(changes).where('name', '=', name).returningAll().executeTakeFirst()
  if (!row) throw notFound('app', name)
  return readApp(row)
}

export interface AppFilter {
  search: string | undefined
  /** Empty finds those in none. */
  projectId: string | undefined
  environmentId: string | undefined
  sort: AppSort
  limit: number
  after: AppCursor | undefined
}

/** Pages go by the sorted value and the name, so that a page never repeats or skips a row. */
export async function listApps(db: Db, filter: AppFilter): Promise<StoredApp[]> {
  const { search, sort, limit, after, projectId, environmentId } = filter
  const column = sortColumn(sort)
  const isDescending = sort.startsWith('-')
  const operator = isDescending ? '<' : '>'
  let rows = db.selectFrom('apps').selectAll()
  if (search) rows = rows.where('name', 'like', `%${search.toLowerCase().replace(/[^a-z0-9-]/g, '')}%`)
  if (projectId !== undefined) rows = rows.where('project_id', '=', projectId)
  if (environmentId !== undefined) rows = rows.where('environment_id', '=', environmentId)
  if (after) {
    rows = rows.where((row) =>
      row.or([
        row(column, operator, after.value),
        row.and([row(column, '=', after.value), row('name', operator, after.name)]),
      ]),
    )
  }
  const order = isDescending ? 'desc' : 'asc'
  const found = await rows
    .orderBy(column, order)
    .orderBy('name', order)
    .limit(limit + 1)
    .execute()
  return found.map(readApp)
}
