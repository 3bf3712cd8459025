// The condition `LogDrain` of an app: whether its lines arrive, and what to do when they do not.
import type { Context } from '../../context.ts'
import { appSubject } from '../apps/app.ts'
import { getApp } from '../apps/app-view.ts'
import { changedCondition, listConditions, type ObservedCondition, saveCondition } from '../system/conditions.ts'

/** Writes only what is new. An app that is gone, or has no drain any more, has no such condition. */
export async function tellDrain(ctx: Context, app: string, seen: Omit<ObservedCondition, 'type'>): Promise<void> {
  const subject = appSubject(app)
  const stored = (await listConditions(ctx.db, subject)).find(({ type }) => type === 'LogDrain')
  const changed = changedCondition(stored, { type: 'LogDrain', ...seen }, ctx.clock.now())
  if (!changed) return
  ctx.log.info({ app, status: changed.status, reason: changed.reason }, `log drain: ${changed.message}`)
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    if ((await getApp(trx, app))?.logDrainSealed) await saveCondition(trx, subject, changed)
  })
}
