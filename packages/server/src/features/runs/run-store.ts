// SQL of runs as their loop needs it.
import type { Updateable } from 'kysely'
import type { Db, Trx } from '../../store/store.ts'
import type { RunRow } from '../../store/tables.ts'
import { readRun, type StoredRun } from './run.ts'

export async function getRun(db: Db | Trx, id: string): Promise<StoredRun | undefined> {
  const row = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
  return row && readRun(row)
}

/** Everything that has a container, or may still get one. */
export async function listOpenRunIds(db: Db): Promise<string[]> {
  return (await db.selectFrom('runs').select('id').where('cleaned', '=', 0).execute()).map(({ id }) => id)
}

/** Which must end before this one may begin: the task itself, or for a hook every other hook of the app. */
export async function listBlockers(db: Db | Trx, run: StoredRun): Promise<string[]> {
  let rows = db.selectFrom('runs').select('id').where('status', '=', 'running').where('id', '!=', run.id)
  rows =
    run.kind === 'task'
      ? rows.where('task_id', '=', run.taskId)
      : rows.where('app', '=', run.app).where('kind', '!=', 'task')
  return (await rows.execute()).map(({ id }) => id)
}

export async function listWaitingRunIds(db: Db, app: string): Promise<string[]> {
  const rows = db.selectFrom('runs').select('id').where('app', '=', app).where('status', '=', 'waiting')
  return (await rows.orderBy('created_at').execute()).map(({ id }) => id)
}

/** False when it had ended already: an outcome is never rewritten. */
export async function updateOpenRun(db: Db | Trx, id: string, changes: Updateable<RunRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set(changes)
    .where('id', '=', id)
    .where('status', '!=', 'ended')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function setRunCleaned(db: Db, id: string): Promise<void> {
  await db.updateTable('runs').set({ cleaned: 1 }).where('id', '=', id).execute()
}
