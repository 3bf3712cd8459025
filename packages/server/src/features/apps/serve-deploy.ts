// Makes a deploy the one that serves, after reading the world once more: `healthy` is what was seen, not hoped.
import type { Context } from '../../context.ts'
import { boxFor } from '../../context.ts'
import { probe } from '../../drivers/probe/probe.ts'
import { failpoint } from '../../lib/failpoint.ts'
import { Secret } from '../../lib/secret.ts'
import { logDeploy } from '../deploys/deploy-log.ts'
import { settleDeploy } from '../deploys/settle-deploy.ts'
import type { Snapshot } from './app.ts'
import { labels, readinessTarget } from './app-containers.ts'
import { deployEnvPlace, openSecrets, runningEnvPlace } from './app-env.ts'
import type { AppWorld, Making } from './app-observe.ts'
import { listReplicas, setReplicaReady } from './replica-store.ts'
import { recordPostDeploy, wakePostDeploy } from './run-hook.ts'

export async function serveDeploy(ctx: Context, world: AppWorld, deployId: string, signal: AbortSignal): Promise<void> {
  const making = world.candidate
  if (!making || !(await isServing(ctx, world, making, signal))) return
  const snapshot: Snapshot = {
    deployId,
    digest: making.digest,
    spec: making.spec,
    ...(world.deploy?.env ? { env: world.deploy.env } : {}),
    nonce: world.app.restartNonce,
  }
  const sealed = resealForApp(ctx, world)
  const isSettled = await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    if (!(await settleDeploy(trx, ctx, deployId, 'healthy', null))) return false
    await trx
      .updateTable('apps')
      .set({ running: JSON.stringify(snapshot), running_env_sealed: sealed, current_deploy_id: deployId })
      .where('name', '=', world.app.name)
      .execute()
    await recordPostDeploy(trx, ctx, world)
    await failpoint('deploy.before-serve-commit')
    return true
  })
  await failpoint('deploy.served')
  await wakePostDeploy(ctx, deployId)
  if (isSettled) ctx.log.info({ app: world.app.name, deploy: deployId }, 'deploy is healthy')
}

/** Every replica runs this deploy's image, and each answers now. */
async function isServing(ctx: Context, world: AppWorld, making: Making, signal: AbortSignal): Promise<boolean> {
  const wanted = {
    [labels.instance]: ctx.instanceId,
    [labels.app]: world.app.name,
    [labels.deploy]: making.deployId,
    [labels.hash]: making.hash,
  }
  const [containers, rows] = await Promise.all([
    ctx.engine.listContainers(wanted, signal),
    listReplicas(ctx.db, world.app.name),
  ])
  const running = containers.filter(({ state }) => state === 'running')
  if (running.length < world.app.spec.replicas) return false
  for (const container of running) {
    const address = rows.find((row) => row.container === container.name)?.address ?? ''
    const asking = readinessTarget(making.spec, address, container.id)
    const result = asking
      ? await probe(ctx.engine, asking.target, asking.timeoutMs, signal)
      : { isWell: true, seen: 'running' }
    await logDeploy(ctx.db, ctx.clock, making.deployId, `${container.name}: ${result.seen}`)
    if (!result.isWell) {
      await setReplicaReady(ctx.db, container.name, false)
      return false
    }
  }
  return true
}

function resealForApp(ctx: Context, { app, deploy }: AppWorld): string | null {
  if (!deploy?.envSealed) return null
  const values = openSecrets(ctx, deployEnvPlace(deploy.id), deploy.envSealed)
  return boxFor(ctx, 'a secret of an app').seal(runningEnvPlace(app.name), new Secret(JSON.stringify(values)))
}
