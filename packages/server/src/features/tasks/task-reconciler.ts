// Starts tasks when they come due: one timer to the next due time of all tasks, and nothing in between. A due time is
// claimed in a transaction under the lease, together with its run, so that it is never run twice.
import { defineLoop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { failpoint } from '../../lib/failpoint.ts'
import { getApp } from '../apps/app-view.ts'
import { startRun } from '../runs/start-run.ts'
import { newRun, startTaskRun } from './start-task-run.ts'
import { cronOf, idleReason, type StoredTask } from './task.ts'
import { fire } from './task-schedule.ts'
import { getTask, listByDue, setNextDue } from './task-store.ts'

type Action = { kind: 'claim'; taskId: string; dueAt: string } | { kind: 'look-again'; inMs: number }

const mostAtOnce = 100
/** Clocks are set, and machines sleep: the timer is never trusted for longer. */
const longestWaitMs = 3_600_000

export const taskLoop = defineLoop<Context, StoredTask[], Action>({
  name: 'tasks',
  what: 'start scheduled tasks when they come due',
  every: '10m',
  where: 'leader',
  keys: async () => ['all'],
  observe: ({ db }) => listByDue(db, mostAtOnce + 1),
  plan: planTasks,
  async act(ctx, action) {
    if (action.kind === 'look-again') return { again: `${Math.max(1, action.inMs)}ms` }
    await claim(ctx, action.taskId, action.dueAt)
  },
})

export function planTasks(tasks: Pick<StoredTask, 'id' | 'nextDueAt'>[], now: Date): Action[] {
  const due = tasks.slice(0, mostAtOnce).filter(({ nextDueAt }) => Date.parse(nextDueAt ?? '') <= now.getTime())
  const next = tasks[due.length]?.nextDueAt
  const claims = due.map(({ id, nextDueAt }): Action => ({ kind: 'claim', taskId: id, dueAt: nextDueAt ?? '' }))
  if (!next) return claims
  return [...claims, { kind: 'look-again', inMs: Math.min(Date.parse(next) - now.getTime(), longestWaitMs) }]
}

async function claim(ctx: Context, taskId: string, dueAt: string): Promise<void> {
  const wake = await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    const task = await getTask(trx, taskId)
    const app = task && (await getApp(trx, task.app))
    if (!task || !app || task.nextDueAt !== dueAt) return []
    const now = ctx.clock.now()
    const { runFor, missed, next } = fire(
      cronOf(task.schedule),
      task.timeZone,
      new Date(dueAt),
      now,
      ctx.settings.APP_TASK_MISSED_WINDOW,
    )
    await setNextDue(trx, task.id, next?.toISOString() ?? null)
    if (idleReason(task, app) !== null) return []
    const scheduled = { trigger: 'schedule' as const, by: '' }
    if (missed > 0) {
      const reason = `due while no control plane ran${missed > 1 ? `, as ${missed - 1} more after it` : ''}`
      await startRun(trx, ctx, newRun(task, { ...scheduled, dueAt }, { outcome: 'missed', reason }))
    }
    if (!runFor) return []
    const started = await startTaskRun(trx, ctx, task, { ...scheduled, dueAt: runFor.toISOString() })
    await failpoint('task.before-claim-commit')
    return started.wake
  })
  await failpoint('task.claimed')
  for (const id of wake) ctx.loops.wake('runs', id)
}
