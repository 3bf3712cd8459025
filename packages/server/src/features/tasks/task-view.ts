// Reads of scheduled tasks that other features need too.
import type { Db, Trx } from '../../store/store.ts'

/** How many tasks each app has; one that has none is not there. */
export async function countTasks(db: Db | Trx, apps: readonly string[]): Promise<Map<string, number>> {
  if (apps.length === 0) return new Map()
  const rows = await db
    .selectFrom('tasks')
    .select(({ fn }) => ['app', fn.countAll().as('count')])
    .where('app', 'in', apps)
    .groupBy('app')
    .execute()
  return new Map(rows.map(({ app, count }) => [app, Number(count)]))
}
