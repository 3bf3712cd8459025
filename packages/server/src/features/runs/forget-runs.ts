// Removes runs that have had their time, and what goes beyond the number that is kept of one task.
import type { Db } from '../../store/store.ts'

export async function forgetRuns(db: Db, before: string | null, keepPerTask: number): Promise<void> {
  if (before !== null) await db.deleteFrom('runs').where('cleaned', '=', 1).where('finished_at', '<', before).execute()
  const tasks = await db
    .selectFrom('runs')
    .select('task_id')
    .where('task_id', 'is not', null)
    .groupBy('task_id')
    .having(({ fn }) => fn.countAll(), '>', keepPerTask)
    .execute()
  for (const { task_id } of tasks) {
    const oldest = await db
      .selectFrom('runs')
      .select('created_at')
      .where('task_id', '=', task_id)
      .orderBy('created_at', 'desc')
      .offset(keepPerTask)
      .limit(1)
      .executeTakeFirst()
    if (oldest)
      await db
        .deleteFrom('runs')
        .where('task_id', '=', task_id)
        .where('cleaned', '=', 1)
        .where('created_at', '<=', oldest.created_at)
        .execute()
  }
}
