// Carries out one action of a run's plan. Each may be repeated: a kill in between leaves nothing that the next look does
// not find and finish.
import type { LoopResult } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { isoNow } from '../../lib/clock.ts'
import { failpoint } from '../../lib/failpoint.ts'
import { redact } from '../../lib/redact.ts'
import { isDuplicate } from '../../store/write-rules.ts'
import { runContainer, runContainerName } from '../apps/app-containers.ts'
import { candidateMaking, type Making, runningMaking } from '../apps/app-observe.ts'
import { getApp } from '../apps/app-view.ts'
import { ensureSurroundings } from '../apps/ensure-surroundings.ts'
import { replicaNetwork } from '../apps/replica-network.ts'
import { releaseAddress, takeAddress } from '../apps/take-address.ts'
import { getDeploy } from '../deploys/deploy-view.ts'
import { endRun } from './end-run.ts'
import { finishRun } from './finish-run.ts'
import { logHookLines } from './hook-log.ts'
import type { StoredRun } from './run.ts'
import type { RunAction } from './run-plan.ts'
import { listBlockers, setRunCleaned, updateOpenRun } from './run-store.ts'

const engineDeadlineMs = 60_000

export async function actOnRun(
  ctx: Context,
  run: StoredRun,
  action: RunAction,
  signal: AbortSignal,
): Promise<LoopResult> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(engineDeadlineMs + ctx.settings.APP_STOP_GRACE)])
  switch (action.kind) {
    case 'begin':
      return begin(ctx, run)
    case 'end-by':
      await endRun(ctx.db, run.id, action.ending, action.reason)
      return
    case 'create':
      return create(ctx, run, limit).catch((error: unknown) => cannotRun(ctx, run, null, error, limit))
    case 'start':
      return start(ctx, run, action.id, limit).catch((error: unknown) => cannotRun(ctx, run, action.id, error, limit))
    case 'stop':
      return ctx.engine.stopContainer(action.id, Math.ceil(ctx.settings.APP_STOP_GRACE / 1000), limit)
    case 'copy-lines':
      return logHookLines(ctx, run, action.id, await secretsOf(ctx, run), limit)
    case 'finish':
      return finishRun(ctx, run, action, await secretsOf(ctx, run), limit)
    case 'clean':
      return clean(ctx, run, action.id, limit)
    case 'look-again':
      return { again: `${Math.max(1, Math.ceil(action.inMs))}ms` }
  }
}

async function begin(ctx: Context, run: StoredRun): Promise<void> {
  try {
    await ctx.db.transaction().execute(async (trx) => {
      await ctx.lease.hold(trx)
      if ((await listBlockers(trx, run)).length > 0) return
      await updateOpenRun(trx, run.id, { status: 'running', begun_at: isoNow(ctx.clock) })
    })
  } catch (error) {
    // Somebody ran the task by hand in the same moment; this one goes on waiting.
    if (!isDuplicate(error)) throw error
  }
}

async function create(ctx: Context, run: StoredRun, signal: AbortSignal): Promise<void> {
  const making = await makingOf(ctx, run)
  if (!making) throw new DriverError('refused', 'the app has never been deployed, so there is no image to run')
  const name = runContainerName(ctx.instanceId, run)
  const app = await getApp(ctx.db, run.app)
  const network = app && (await replicaNetwork(ctx, app, making.spec.egress_policy))
  if (!network) throw new DriverError('refused', 'no network is left for it: make APP_INTERNAL_SUBNET larger')
  const address = await takeAddress(ctx, network, name, run.id)
  await ensureSurroundings(ctx, run.app, making.spec.volumes, network, signal)
  await updateOpenRun(ctx.db, run.id, { deploy_id: making.deployId })
  await failpoint('run.address-taken')
  await ctx.engine.createContainer(
    runContainer({
      ...making,
      app: run.app,
      instanceId: ctx.instanceId,
      run: run.id,
      command: run.command,
      name,
      address,
      network: network.name,
      stopGraceSeconds: Math.ceil(ctx.settings.APP_STOP_GRACE / 1000),
    }),
    signal,
  )
  await failpoint('run.created')
}

/** The start is noted first: whoever finds the note and no container knows that it must not be run again. */
async function start(ctx: Context, run: StoredRun, id: string, signal: AbortSignal): Promise<void> {
  if (run.startedAt === null) {
    const isMine = await ctx.db.transaction().execute(async (trx) => {
      await ctx.lease.hold(trx)
      return updateOpenRun(trx, run.id, { started_at: isoNow(ctx.clock) })
    })
    if (!isMine) return
  }
  await failpoint('run.start-noted')
  await ctx.engine.startContainer(id, signal)
  await failpoint('run.started')
}

/** What the engine refuses it will refuse again: the run ends with its words. Anything else is tried again. */
async function cannotRun(
  ctx: Context,
  run: StoredRun,
  id: string | null,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const isFinal = error instanceof DriverError && error.kind !== 'unreachable' && error.kind !== 'conflict'
  if (!isFinal) throw error
  const secrets = await secretsOf(ctx, run)
  const reason = `it could not be started: ${redact(error.message, secrets)}`
  await finishRun(ctx, run, { kind: 'finish', id, outcome: 'failed', exitCode: null, reason }, secrets, signal)
}

async function clean(ctx: Context, run: StoredRun, id: string | null, signal: AbortSignal): Promise<void> {
  if (id !== null) await ctx.engine.removeContainer(id, signal)
  await failpoint('run.removed')
  await releaseAddress(ctx, runContainerName(ctx.instanceId, run), run.id, signal)
  await setRunCleaned(ctx.db, run.id)
  // Whoever removes the app waits for this.
  const app = await getApp(ctx.db, run.app)
  if (app?.isDeleting) ctx.loops.wake('apps', run.app)
}

/** A task runs what serves; a hook runs what its deploy brings. */
async function makingOf(ctx: Context, run: StoredRun): Promise<Making | undefined> {
  const app = await getApp(ctx.db, run.app)
  if (!app) return undefined
  if (run.kind === 'task') {
    const running = runningMaking(ctx, app)
    return running && { ...running, spec: { ...running.spec, resources: app.spec.resources } }
  }
  const deploy = run.deployId === null ? undefined : await getDeploy(ctx.db, run.deployId)
  return deploy && candidateMaking(ctx, app, deploy)
}

async function secretsOf(ctx: Context, run: StoredRun): Promise<string[]> {
  return (await makingOf(ctx, run))?.secretValues ?? []
}
