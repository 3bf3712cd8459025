// Goes back by itself when a deploy turns out bad: once per episode of a crash loop, to the newest deploy that was
// healthy with another image. It passes freeze windows and approvals, which are for changes that people want, not for
// what repairs one. Spec 3.3, rulings 16.
import type { Context } from '../../context.ts'
import { getApp } from '../apps/app-view.ts'
import { chooseRollback } from './choose-rollback.ts'
import type { StoredDeploy } from './deploy.ts'
import { getDeployInProgress, listHealthyDeploys } from './deploy-view.ts'
import { startDeploy } from './start-deploy.ts'

const author = 'auto-rollback'

/** `episode` names one firing of the rule. Answers the deploy that began, or undefined when there was nothing to do. */
export async function autoRollback(
  ctx: Context,
  name: string,
  episode: string,
  why: string,
): Promise<StoredDeploy | undefined> {
  const deploy = await ctx.db.transaction().execute(async (trx) => {
    const app = await getApp(trx, name)
    if (!app?.running || app.isDeleting || app.isSuspended) return undefined
    if (!app.spec.auto_rollback || app.autoRollbackEpisode === episode) return undefined
    // Whoever deploys now is already at it.
    if (await getDeployInProgress(trx, name)) return undefined
    const target = chooseRollback(app.running.digest, await listHealthyDeploys(trx, name))
    if (!target) return undefined
    await trx.updateTable('apps').set({ auto_rollback_episode: episode }).where('name', '=', name).execute()
    const request = { source: 'auto_rollback' as const, by: author, rollback_to: target.id, note: why }
    const started = await startDeploy(trx, ctx, app, request)
    await ctx.audit.record(trx, {
      actor: { kind: 'system' },
      action: 'auto_rollback',
      resource: `apps/${name}/deploys/${started.id}`,
      status: 202,
      address: '',
      requestId: '',
    })
    return started
  })
  if (deploy) ctx.loops.wake('apps', name)
  return deploy
}
