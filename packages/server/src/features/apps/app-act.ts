// Carries out one action of an app's plan. Each may be repeated: a kill in between leaves nothing that the next look
// does not find and finish.
import type { LoopResult } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { isoNow } from '../../lib/clock.ts'
import { failpoint } from '../../lib/failpoint.ts'
import type { ReplicaRow } from '../../store/tables.ts'
import { isDuplicate } from '../../store/write-rules.ts'
import { logDeploy } from '../deploys/deploy-log.ts'
import { enterDeployPhase, forgetDeployImage, settleDeploy } from '../deploys/settle-deploy.ts'
import { recordEvent } from '../events/record-event.ts'
import { forgetGuards } from '../guards/forget-guards.ts'
import { countUnderWay, leadTrafficIfServing } from '../ingress/lead-traffic.ts'
import { forgetRequestsOf } from '../requests/forget-requests.ts'
import { listOpenRunsOf } from '../runs/run-view.ts'
import { engineResources, replicaContainer } from './app-containers.ts'
import type { AppWorld, Making } from './app-observe.ts'
import { type AppAction, describeAction } from './app-plan.ts'
import { ensureSurroundings } from './ensure-surroundings.ts'
import { failDeploy, failDeployFor, failForHook } from './fail-deploy.ts'
import type { ReplicaMemory } from './replica-memory.ts'
import { leaveNetwork } from './replica-network.ts'
import {
  admitCanaries,
  deleteReplica,
  insertReplica,
  letReplicaLeave,
  setReplicaReady,
  setReplicaResources,
} from './replica-store.ts'
import { runPreDeploy } from './run-hook.ts'
import { serveDeploy } from './serve-deploy.ts'

const engineDeadlineMs = 60_000
/** Somebody else has a port of the machine: unlike an address, it does not come free by itself. */
const portTaken = /port is already allocated|bind: address already in use/i
const noEngine = new DriverError('unreachable', 'the container engine does not answer')

export async function actOnApp(
  ctx: Context,
  memory: ReplicaMemory,
  world: AppWorld,
  action: AppAction,
  signal: AbortSignal,
): Promise<LoopResult> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(engineDeadlineMs)])
  await note(ctx, world, action)
  switch (action.kind) {
    case 'phase':
      await ctx.db.transaction().execute((trx) => enterDeployPhase(trx, ctx, action.deployId, action.phase))
      if (action.phase === 'done') ctx.loops.wake('image-retention', 'all')
      return
    case 'pull':
      return ctx.loops.wake('image-pulls', action.deployId)
    case 'hook':
      return runPreDeploy(ctx, world)
    case 'fail-hook':
      return failForHook(ctx, world)
    case 'create':
      return create(ctx, world, action, limit).catch((error: unknown) =>
        cannotStart(ctx, world, action.isCandidate, error),
      )
    case 'start':
      return start(ctx, memory, world, action, limit).catch((error: unknown) =>
        cannotStart(ctx, world, isOfCandidate(world, action.id), error),
      )
    case 'stop':
      await tell(
        ctx,
        memory,
        world,
        'liveness_restart',
        `${action.name} failed its liveness check and is restarted`,
        action.name,
      )
      await setReplicaReady(ctx.db, action.name, false)
      await leadTrafficIfServing(ctx, limit)
      return ctx.engine.stopContainer(action.id, Math.ceil(ctx.settings.APP_STOP_GRACE / 1000), limit)
    case 'release':
      return release(ctx, world, action.name, limit)
    case 'limit':
      await ctx.engine.updateResources(action.id, engineResources(world.app.spec.resources), limit)
      return setReplicaResources(ctx.db, action.name, JSON.stringify(world.app.spec.resources))
    case 'remove':
      return remove(ctx, memory, world, action, limit)
    case 'serve':
      return serveDeploy(ctx, world, action.deployId, limit)
    case 'share':
      return shareTraffic(ctx, action.deployId, limit)
    case 'fail':
      return failDeploy(ctx, world, action, limit)
    case 'fail-unreachable':
      return failDeployFor(ctx, world, noEngine, 'starting')
    case 'cancel':
      await ctx.db.transaction().execute((trx) => settleDeploy(trx, ctx, action.deployId, 'canceled', null))
      return
    case 'forget':
      return forget(ctx, world)
    case 'look-again':
      return { again: `${Math.max(1, Math.ceil(action.inMs))}ms` }
  }
}

async function create(
  ctx: Context,
  world: AppWorld,
  action: Extract<AppAction, { kind: 'create' }>,
  signal: AbortSignal,
): Promise<LoopResult> {
  const making: Making | undefined = action.isCandidate ? world.candidate : world.running
  const { network } = world
  if (!making || !network) return
  const isTaken = await takeReplicaAddress(ctx, world, action, { network: network.name, port: making.spec.port })
  // Another app was quicker; there are more.
  if (!isTaken) return { again: '20ms' }
  await failpoint('app.address-taken')
  // The row above keeps the network from here on.
  await ensureSurroundings(ctx, world.app.name, making.spec.volumes, network, signal)
  const id = await ctx.engine.createContainer(
    replicaContainer({
      ...making,
      app: world.app.name,
      instanceId: ctx.instanceId,
      spec: { ...making.spec, resources: world.app.spec.resources },
      number: action.number,
      name: action.name,
      address: action.address,
      network: network.name,
      stopGraceSeconds: Math.ceil(ctx.settings.APP_STOP_GRACE / 1000),
    }),
    signal,
  )
  await failpoint('app.created')
  await ctx.engine.startContainer(id, signal)
  await failpoint('app.started')
  return { again: '1ms' }
}

/** Taken before the container is made, so that two apps never hold one; false when another app was quicker. */
async function takeReplicaAddress(
  ctx: Context,
  { app, deploy }: AppWorld,
  action: Extract<AppAction, { kind: 'create' }>,
  place: Pick<ReplicaRow, 'network' | 'port'>,
): Promise<boolean> {
  const { name: container, deployId: deploy_id, number, address } = action
  const resources = JSON.stringify(app.spec.resources)
  try {
    await ctx.db.transaction().execute(async (trx) => {
      const fresh = { resources, ready: 0, traffic: 'auto', ...place }
      await insertReplica(trx, { container, app: app.name, deploy_id, number, address, ...fresh })
      if (deploy) await logDeploy(trx, ctx.clock, deploy.id, describeAction(action))
    })
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

/**
 * What the engine refuses it will refuse again: a deploy ends with its words. Anything else is tried again. An image
 * that someone removed in between is got again.
 */
async function cannotStart(ctx: Context, world: AppWorld, isCandidate: boolean, error: unknown): Promise<LoopResult> {
  const making = isCandidate ? world.candidate : world.running
  if (making && error instanceof DriverError && /no such image/i.test(error.message)) {
    if (!isCandidate) return ctx.loops.wake('image-pulls', making.deployId)
    await forgetDeployImage(ctx.db, making.deployId)
    return { again: '1ms' }
  }
  const isFinal =
    error instanceof DriverError &&
    error.kind !== 'unreachable' &&
    (error.kind !== 'conflict' || (world.candidate?.spec.host_port != null && portTaken.test(error.message)))
  if (!isCandidate || !isFinal) throw error
  return failDeployFor(ctx, world, error, 'starting')
}

function isOfCandidate({ candidate, seen }: AppWorld, id: string): boolean {
  return candidate !== undefined && seen.replicas.some((each) => each.id === id && each.deployId === candidate.deployId)
}

async function start(
  ctx: Context,
  memory: ReplicaMemory,
  world: AppWorld,
  action: Extract<AppAction, { kind: 'start' }>,
  signal: AbortSignal,
): Promise<void> {
  await setReplicaReady(ctx.db, action.name, false)
  if (action.restart !== null) {
    memory.restarted(action.name, action.restart)
    if ((await ctx.engine.inspectContainer(action.id, signal)).oomKilled)
      await tell(ctx, memory, world, 'out_of_memory', `${action.name} ran out of memory and was killed`, action.name)
  }
  await ctx.engine.startContainer(action.id, signal)
}

/** Once it is known to end again and again, each further end is no news. */
async function tell(
  ctx: Context,
  memory: ReplicaMemory,
  { app }: AppWorld,
  kind: 'out_of_memory' | 'liveness_restart',
  title: string,
  container: string,
): Promise<void> {
  if (memory.isLooping(app.name)) return
  const deployId = app.running?.deployId ?? null
  const event = { app: app.name, kind, title, deployId, detail: { container } }
  await ctx.db.transaction().execute((trx) => recordEvent(trx, ctx, event))
}

/** Lets go of its address, and of its network when it was the last in it. */
async function release(ctx: Context, { look }: AppWorld, container: string, signal: AbortSignal): Promise<void> {
  await deleteReplica(ctx.db, container)
  const network = look.replicas.find((row) => row.container === container)?.network
  await leaveNetwork(ctx, network, signal)
}

async function remove(
  ctx: Context,
  memory: ReplicaMemory,
  world: AppWorld,
  action: Extract<AppAction, { kind: 'remove' }>,
  signal: AbortSignal,
): Promise<LoopResult> {
  if (!(await hasLeftTraffic(ctx, memory, world, action.name, signal))) return { again: '100ms' }
  await tellAction(ctx, world, action)
  await ctx.engine.stopContainer(action.id, Math.ceil(ctx.settings.APP_STOP_GRACE / 1000), signal)
  await failpoint('app.stopped')
  await ctx.engine.removeContainer(action.id, signal)
  await failpoint('app.removed')
  await release(ctx, world, action.name, signal)
  memory.forget(action.name)
  return undefined
}

/** A canary gets its share. The phase that says so comes last: whoever was killed before does it again. */
async function shareTraffic(ctx: Context, deployId: string, signal: AbortSignal): Promise<void> {
  await admitCanaries(ctx.db, deployId)
  await failpoint('deploy.canary-admitted')
  await leadTrafficIfServing(ctx, signal)
  await ctx.db.transaction().execute((trx) => enterDeployPhase(trx, ctx, deployId, 'canary'))
}

/** It gets nothing new from here on, and has finished what it began, or has had the time to. */
async function hasLeftTraffic(
  ctx: Context,
  memory: ReplicaMemory,
  { app, look }: AppWorld,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  const row = look.replicas.find(({ container }) => container === name)
  if (!row) return true
  if (row.traffic !== 'leaving') {
    // Asked of the store, not of what was seen: it may have become ready since, and be in traffic already.
    const mayServe = await letReplicaLeave(ctx.db, name)
    await failpoint('app.leaving')
    if (!mayServe) return true
  }
  await leadTrafficIfServing(ctx, signal)
  const now = ctx.clock.now().getTime()
  if (now - memory.leavingSince(name, now) >= ctx.settings.APP_INGRESS_DRAIN_TIMEOUT) return true
  return (await countUnderWay(ctx, app.name, name, signal)) === 0
}

/** The record goes last, when no container is left; volumes stay. */
async function forget(ctx: Context, { app }: AppWorld): Promise<LoopResult> {
  const runs = await listOpenRunsOf(ctx.db, app.name)
  for (const id of runs) ctx.loops.wake('runs', id)
  if (runs.length > 0) return { again: '1s' }
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('replicas').where('app', '=', app.name).execute()
    await trx.deleteFrom('conditions').where('subject', '=', `app:${app.name}`).execute()
    await forgetGuards(trx, [app.name])
    await forgetRequestsOf(trx, app.name)
    await trx.deleteFrom('apps').where('name', '=', app.name).execute()
  })
  ctx.log.info({ app: app.name, at: isoNow(ctx.clock) }, 'app removed')
  return undefined
}

const quiet: AppAction['kind'][] = [
  'look-again',
  'phase',
  'pull',
  'serve',
  'remove',
  'fail',
  'fail-hook',
  'cancel',
  'forget',
]

async function note(ctx: Context, world: AppWorld, action: AppAction): Promise<void> {
  if (!quiet.includes(action.kind)) await tellAction(ctx, world, action)
}

async function tellAction(ctx: Context, world: AppWorld, action: AppAction): Promise<void> {
  ctx.log.info({ app: world.app.name }, describeAction(action))
  // A creation is told in the transaction that takes its address.
  if (world.deploy && action.kind !== 'create')
    await logDeploy(ctx.db, ctx.clock, world.deploy.id, describeAction(action))
}
