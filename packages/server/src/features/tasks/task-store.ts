// SQL of scheduled tasks.
import { conflict, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { RunRow, TaskRow } from '../../store/tables.ts'
import { isDuplicate } from '../../store/write-rules.ts'
import { readRun, type StoredRun } from '../runs/run.ts'
import { readTask, type StoredTask, type TaskFields } from './task.ts'

export async function insertTask(trx: Trx, row: TaskRow): Promise<StoredTask> {
  try {
    await trx.insertInto('tasks').values(row).execute()
    return readTask(row)
  } catch (error) {
    if (isDuplicate(error))
      throw conflict(`app ${JSON.stringify(row.app)} already has a task ${JSON.stringify(row.name)}`)
    throw error
  }
}

export async function findTask(db: Db | Trx, app: string, name: string): Promise<StoredTask> {
  const row = await db
    .selectFrom('tasks')
    .selectAll()
    .where('app', '=', app)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) throw notFound('task', name)
  return readTask(row)
}

export async function getTask(trx: Trx, id: string): Promise<StoredTask | undefined> {
  const row = await trx.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
  return row && readTask(row)
}

export async function listTasks(db: Db | Trx, app: string): Promise<StoredTask[]> {
  return (await db.selectFrom('tasks').selectAll().where('app', '=', app).orderBy('name').execute()).map(readTask)
}

export async function updateTask(
  trx: Trx,
  id: string,
  fields: TaskFields,
  nextDueAt: string | null,
  now: string,
): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({
      schedule: fields.schedule,
      time_zone: fields.timeZone,
      command: JSON.stringify(fields.command),
      overlap: fields.overlap,
      timeout: fields.timeout,
      enabled: fields.isEnabled ? 1 : 0,
      next_due_at: nextDueAt,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

export async function setNextDue(trx: Trx, id: string, nextDueAt: string | null): Promise<void> {
  await trx.updateTable('tasks').set({ next_due_at: nextDueAt }).where('id', '=', id).execute()
}

/** The history goes with it; a run that is still open stays until its container is given back. */
export async function deleteTask(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('runs').where('task_id', '=', id).where('cleaned', '=', 1).execute()
  await trx.deleteFrom('tasks').where('id', '=', id).execute()
}

/** The earliest first: those that are due, and the next after them. */
export async function listByDue(db: Db, limit: number): Promise<StoredTask[]> {
  const rows = await db
    .selectFrom('tasks')
    .selectAll()
    .where('next_due_at', 'is not', null)
    .orderBy('next_due_at')
    .limit(limit)
    .execute()
  return rows.map(readTask)
}

export async function listUnendedRuns(db: Db | Trx, taskId: string): Promise<StoredRun[]> {
  const rows = await db
    .selectFrom('runs')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('status', '!=', 'ended')
    .execute()
  return rows.map(readRun)
}

/** The newest run of each task of the app, in one read. */
export async function lastRuns(db: Db, app: string): Promise<Map<string, StoredRun>> {
  const rows: RunRow[] = await db
    .selectFrom('runs')
    .selectAll()
    .where('app', '=', app)
    .where('kind', '=', 'task')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs as newer')
            .select('newer.id')
            .whereRef('newer.task_id', '=', 'runs.task_id')
            .where((row) =>
              row.or([
                row('newer.created_at', '>', row.ref('runs.created_at')),
                row.and([
                  row('newer.created_at', '=', row.ref('runs.created_at')),
                  row('newer.id', '>', row.ref('runs.id')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .execute()
  return new Map(rows.map((row) => [row.task_id ?? '', readRun(row)]))
}
