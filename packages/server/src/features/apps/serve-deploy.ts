// Makes a deploy the one that serves, after reading the world once more: `healthy` is what was seen, not hoped.
import type { Context } from '../../context.ts'
import { boxFor } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { type ProbeResult, probe } from '../../drivers/probe/probe.ts'
import { failpoint } from '../../lib/failpoint.ts'
import { Secret } from '../../lib/secret.ts'
import { logDeploy } from '../deploys/deploy-log.ts'
import { settleDeploy } from '../deploys/settle-deploy.ts'
import { leadTrafficIfServing } from '../ingress/lead-traffic.ts'
import type { Snapshot } from './app.ts'
import { labels, readinessTarget } from './app-containers.ts'
import { deployEnvPlace, openSecrets, runningEnvPlace } from './app-env.ts'
import type { AppWorld, Making } from './app-observe.ts'
import { admitReplicas, listReplicas, retireReplicas, setReplicaReady } from './replica-store.ts'
import { recordPostDeploy, wakePostDeploy } from './run-hook.ts'

export async function serveDeploy(ctx: Context, world: AppWorld, deployId: string, signal: AbortSignal): Promise<void> {
  const making = world.candidate
  if (!making) return
  const reading = await readAgain(ctx, world, making, signal)
  if (!reading.isServing) {
    for (const line of reading.seen) await logDeploy(ctx.db, ctx.clock, deployId, line)
    return
  }
  // The ingress has the new replicas before anything says that they serve, and before the old ones go.
  await admitReplicas(ctx.db, deployId)
  await failpoint('deploy.admitted')
  await leadTrafficIfServing(ctx, signal)
  await failpoint('deploy.in-traffic')
  const snapshot: Snapshot = {
    deployId,
    digest: world.deploy?.digest ?? making.imageId,
    imageId: making.imageId,
    spec: making.spec,
    ...(world.deploy?.env ? { env: world.deploy.env } : {}),
    nonce: world.app.restartNonce,
  }
  const sealed = resealForApp(ctx, world)
  const isSettled = await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    for (const line of reading.seen) await logDeploy(trx, ctx.clock, deployId, line)
    if (!(await settleDeploy(trx, ctx, deployId, 'healthy', null))) return false
    await trx
      .updateTable('apps')
      .set({ running: JSON.stringify(snapshot), running_env_sealed: sealed, current_deploy_id: deployId })
      .where('name', '=', world.app.name)
      .execute()
    await recordPostDeploy(trx, ctx, world)
    await retireReplicas(trx, world.app.name, deployId)
    await failpoint('deploy.before-serve-commit')
    return true
  })
  await failpoint('deploy.served')
  await wakePostDeploy(ctx, deployId)
  await leadTrafficIfServing(ctx, signal)
  if (isSettled) ctx.log.info({ app: world.app.name, deploy: deployId }, 'deploy is healthy')
}

interface Reading {
  isServing: boolean
  /** What was seen of each replica, for the log. */
  seen: string[]
}

/** Serving: every replica runs this deploy's image, and each answers now. */
async function readAgain(ctx: Context, world: AppWorld, making: Making, signal: AbortSignal): Promise<Reading> {
  const wanted = {
    [labels.instance]: ctx.instanceId,
    [labels.app]: world.app.name,
    [labels.deploy]: making.deployId,
    [labels.hash]: making.hash,
  }
  const [listed, rows] = await Promise.all([
    ctx.engine.listContainers(wanted, signal),
    listReplicas(ctx.db, world.app.name),
  ])
  const readings = await Promise.all(
    listed.map(async ({ id, name }) => {
      const address = rows.find((row) => row.container === name)?.address ?? ''
      return { name, ...(await readReplica(ctx, making, id, address, signal)) }
    }),
  )
  for (const { name } of readings.filter(({ isWell }) => !isWell)) await setReplicaReady(ctx.db, name, false)
  const well = readings.filter(({ isWell }) => isWell)
  return {
    isServing: well.length >= world.app.spec.replicas && well.length === readings.length,
    seen: readings.map(({ name, seen }) => `${name}: ${seen}`),
  }
}

async function readReplica(
  ctx: Context,
  making: Making,
  id: string,
  address: string,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const asking = readinessTarget(making.spec, address, id)
  const [state, answer] = await Promise.all([
    stateOf(ctx, id, signal),
    asking ? probe(ctx.engine, asking.target, asking.timeoutMs, signal) : { isWell: true, seen: 'running' },
  ])
  return state === 'running' ? answer : { isWell: false, seen: state }
}

async function stateOf({ engine }: Context, id: string, signal: AbortSignal): Promise<string> {
  try {
    return (await engine.inspectContainer(id, signal)).state
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'not-found') return 'gone'
    throw error
  }
}

function resealForApp(ctx: Context, { app, deploy }: AppWorld): string | null {
  if (!deploy?.envSealed) return null
  const values = openSecrets(ctx, deployEnvPlace(deploy.id), deploy.envSealed)
  return boxFor(ctx, 'a secret of an app').seal(runningEnvPlace(app.name), new Secret(JSON.stringify(values)))
}
