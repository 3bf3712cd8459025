// SQL of freeze windows.
import { conflict, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { FreezeWindowRow } from '../../store/tables.ts'
import { isDuplicate } from '../../store/write-rules.ts'
import { type FreezeTimes, readFreezeWindow, type StoredFreezeWindow } from './freeze-window.ts'

export async function listAllFreezeWindows(db: Db | Trx): Promise<StoredFreezeWindow[]> {
  return (await db.selectFrom('freeze_windows').selectAll().orderBy('name').execute()).map(readFreezeWindow)
}

export async function findFreezeWindow(db: Db | Trx, id: string): Promise<StoredFreezeWindow> {
  const row = await db.selectFrom('freeze_windows').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('freeze window', id)
  return readFreezeWindow(row)
}

export async function insertFreezeWindow(trx: Trx, window: StoredFreezeWindow): Promise<void> {
  const row: FreezeWindowRow = {
    id: window.id,
    name: window.name,
    reason: window.reason,
    scope: window.scope,
    scope_id: window.scopeId,
    ...timeColumns(window.times),
    time_zone: window.timeZone,
    created_by: window.createdBy,
    created_at: window.createdAt,
    updated_at: window.updatedAt,
  }
  await refuseDuplicate(window.name, () => trx.insertInto('freeze_windows').values(row).execute())
}

export async function updateFreezeWindow(trx: Trx, window: StoredFreezeWindow): Promise<void> {
  const { id, name, reason, times, timeZone, updatedAt } = window
  const changes = { name, reason, ...timeColumns(times), time_zone: timeZone, updated_at: updatedAt }
  await refuseDuplicate(name, () => trx.updateTable('freeze_windows').set(changes).where('id', '=', id).execute())
}

export async function deleteFreezeWindow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('freeze_windows').where('id', '=', id).execute()
}

export function timeColumns(
  times: FreezeTimes,
): Pick<FreezeWindowRow, 'starts_at' | 'ends_at' | 'schedule' | 'duration'> {
  return 'startsAt' in times
    ? { starts_at: times.startsAt, ends_at: times.endsAt, schedule: null, duration: null }
    : { starts_at: null, ends_at: null, ...times }
}

async function refuseDuplicate(name: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (isDuplicate(error)) throw conflict(`there is already a freeze window ${JSON.stringify(name)}`)
    throw error
  }
}
