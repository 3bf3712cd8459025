// Asks a run to end: what it is then called is noted before its container is stopped. Commit, then wake the loop `runs`.
import type { Db, Trx } from '../../store/store.ts'
import type { Ending } from './run.ts'

/** False when it has ended, or was asked to already. */
export async function endRun(db: Db | Trx, id: string, ending: Ending, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({ ending, reason })
    .where('id', '=', id)
    .where('status', '!=', 'ended')
    .where('ending', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
