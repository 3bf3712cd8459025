// Records the hooks of a deploy as runs, each once however often it is asked for; their own loop carries them out.
import type { Hook } from '@levelrail/contract/schemas/apps.ts'
import type { Context } from '../../context.ts'
import { parseDuration } from '../../lib/duration.ts'
import { failpoint } from '../../lib/failpoint.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredDeploy } from '../deploys/deploy.ts'
import { getHookRun } from '../runs/run-view.ts'
import { startRun } from '../runs/start-run.ts'
import type { AppWorld } from './app-observe.ts'

const defaultTimeoutMs = 10 * 60_000

export async function runPreDeploy(ctx: Context, { deploy }: AppWorld): Promise<void> {
  const hook = deploy?.spec.hooks?.pre_deploy
  if (!deploy || !hook) return
  const id = await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    return recordHook(trx, ctx, deploy, 'pre_deploy', hook)
  })
  await failpoint('deploy.hook-recorded')
  ctx.loops.wake('runs', id)
}

/** In the transaction that makes the deploy the one that serves, so that a kill cannot come between. */
export async function recordPostDeploy(trx: Trx, ctx: Context, { deploy }: AppWorld): Promise<void> {
  const hook = deploy?.spec.hooks?.post_deploy
  if (deploy && hook) await recordHook(trx, ctx, deploy, 'post_deploy', hook)
}

export async function wakePostDeploy(ctx: Context, deployId: string): Promise<void> {
  const run = await getHookRun(ctx.db, deployId, 'post_deploy')
  if (run) ctx.loops.wake('runs', run.id)
}

async function recordHook(
  trx: Trx,
  ctx: Context,
  deploy: StoredDeploy,
  kind: 'pre_deploy' | 'post_deploy',
  hook: Hook,
): Promise<string> {
  const known = await getHookRun(trx, deploy.id, kind)
  if (known) return known.id
  const run = await startRun(trx, ctx, {
    app: deploy.app,
    kind,
    taskId: null,
    task: '',
    deployId: deploy.id,
    command: hook.command,
    timeoutMs: parseDuration(hook.timeout ?? '') ?? defaultTimeoutMs,
    trigger: 'manual',
    by: deploy.requestedBy,
    dueAt: null,
    state: 'waits',
  })
  return run.id
}
