// Copies the scheduled tasks of an app to another one. Their history stays; the first due time counts from now.
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Trx } from '../../store/store.ts'
import { firstDue, taskRow } from './task.ts'
import { insertTask, listTasks } from './task-store.ts'

export async function copyTasks(trx: Trx, { clock }: Pick<Context, 'clock'>, from: string, to: string): Promise<void> {
  const now = clock.now()
  for (const task of await listTasks(trx, from))
    await insertTask(trx, taskRow({ ...task, id: newId('tsk', now), app: to }, firstDue(task, now), isoNow(clock)))
}
