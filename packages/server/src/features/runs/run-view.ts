// Reads of runs that other features need too.
import { notFound } from '../../errors.ts'
import type { Page } from '../../http/paging.ts'
import type { Db, Trx } from '../../store/store.ts'
import { type RunKind, readRun, type StoredRun } from './run.ts'

export async function listTaskRuns(db: Db, taskId: string, { limit, before }: Page): Promise<StoredRun[]> {
  let rows = db.selectFrom('runs').selectAll().where('task_id', '=', taskId)
  if (before) {
    rows = rows.where((row) =>
      row.or([
        row('created_at', '<', before.at),
        row.and([row('created_at', '=', before.at), row('id', '<', before.id)]),
      ]),
    )
  }
  const found = await rows
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return found.map(readRun)
}

/** `latest` is the newest of the task. */
export async function findTaskRun(db: Db | Trx, taskId: string, id: string): Promise<StoredRun> {
  let rows = db.selectFrom('runs').selectAll().where('task_id', '=', taskId)
  rows = id === 'latest' ? rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1) : rows.where('id', '=', id)
  const row = await rows.executeTakeFirst()
  if (!row) throw notFound('run', id)
  return readRun(row)
}

export async function getHookRun(db: Db | Trx, deployId: string, kind: RunKind): Promise<StoredRun | undefined> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('deploy_id', '=', deployId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && readRun(row)
}

/** Those with a container to give back, or that may still get one. */
export async function listOpenRunsOf(db: Db | Trx, app: string): Promise<string[]> {
  const rows = db.selectFrom('runs').select('id').where('app', '=', app).where('cleaned', '=', 0)
  return (await rows.execute()).map(({ id }) => id)
}
