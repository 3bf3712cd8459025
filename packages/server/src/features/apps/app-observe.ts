// Looks at an app: the record, the deploy in progress, its containers, and whether they are ready.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import type { Context } from '../../context.ts'
import {
  DriverError,
  type EngineContainer,
  type ListedContainer,
  type NetworkSpec,
} from '../../drivers/container/container.ts'
import { probe } from '../../drivers/probe/probe.ts'
import { parseDuration } from '../../lib/duration.ts'
import type { AppRow, ReplicaRow } from '../../store/tables.ts'
import { currentPhase, type StoredDeploy } from '../deploys/deploy.ts'
import { getDeploy, getDeployInProgress, getNewestDeploy } from '../deploys/deploy-view.ts'
import { getHookRun } from '../runs/run-view.ts'
import { listConditions } from '../system/conditions.ts'
import { appSubject, readApp, type StoredApp } from './app.ts'
import { freeAddresses } from './app-addresses.ts'
import { containerPrefix, labels, livenessTarget, readinessTarget } from './app-containers.ts'
import { deployEnvPlace, openEnv, runningEnvPlace } from './app-env.ts'
import type { Candidate, ObservedApp, SeenReplica, Target } from './app-plan.ts'
import { specHash, stopsFirst } from './app-spec.ts'
import { getAppRow } from './app-view.ts'
import type { ReplicaMemory } from './replica-memory.ts'
import { replicaNetwork } from './replica-network.ts'
import { admitReplica, listReplicas, setReplicaReady, takenAddresses } from './replica-store.ts'
import { planRestart, type Restart } from './restart-backoff.ts'

/** What should run, with everything that a container of it is made from. */
export interface Making {
  deployId: string
  imageId: string
  spec: AppSpec
  env: Record<string, string>
  /** Of what is in it, what no text may show. */
  secretValues: string[]
  hash: string
}

interface Makings {
  candidate: Making | undefined
  running: Making | undefined
}

const lookDeadlineMs = 10_000
const neverEnded = { restartAt: new Date(0), attempt: 0, endedWithEngine: false }

/** What a look is made of, before anything is concluded from it. */
export interface AppLook {
  row: AppRow
  replicas: ReplicaRow[]
  ready: Condition | undefined
  containers: Pick<ListedContainer, 'id' | 'state'>[]
}

export interface AppWorld {
  app: StoredApp
  deploy: StoredDeploy | undefined
  seen: ObservedApp
  running: Making | undefined
  candidate: Making | undefined
  storedCondition: Condition | undefined
  /** Where replicas that are made next are. */
  network: NetworkSpec | undefined
  look: AppLook
  /** It ended again and again, and was not seen to stay up since. */
  wasLooping: boolean
  trustedAfterMs: number
}

export async function observeApp(
  ctx: Context,
  memory: ReplicaMemory,
  name: string,
  signal: AbortSignal,
): Promise<AppWorld | undefined> {
  const row = await getAppRow(ctx.db, name)
  if (!row) return undefined
  const app = readApp(row)
  const [deploy, rows, taken, conditions] = await Promise.all([
    getDeployInProgress(ctx.db, name),
    listReplicas(ctx.db, name),
    takenAddresses(ctx.db),
    listConditions(ctx.db, appSubject(name)),
  ])
  const running = runningMaking(ctx, app)
  const candidate = deploy && candidateMaking(ctx, app, deploy)
  // An app of which nothing will be made must not take a part of the subnet again that it has just let go of.
  const isMade = !app.isSuspended && !app.isDeleting
  const network = isMade
    ? await replicaNetwork(ctx, app, (candidate ?? running)?.spec.egress_policy ?? 'open')
    : undefined
  const containers = await seeContainers(ctx, memory, name, signal)
  const replicas =
    containers &&
    (await Promise.all(
      containers.map((container) => seeReplica(ctx, memory, container, rows, { candidate, running }, signal)),
    ))
  const now = ctx.clock.now().getTime()
  const seen: ObservedApp = {
    app: name,
    isWanted: !app.isSuspended,
    isDeleting: app.isDeleting,
    running: running ? { ...targetOf(running, app.spec), phase: await phaseOf(ctx, running.deployId) } : null,
    candidate: deploy
      ? { ...candidateTarget(ctx, app, deploy, candidate), preDeploy: await preDeployOf(ctx, deploy) }
      : null,
    replicas: replicas ?? [],
    freeAddresses: network ? freeAddresses(network.subnet, taken, app.spec.replicas + 1, name) : [],
    lostReplicas: lostReplicas(rows, replicas ?? []),
    unreachableSince: replicas ? null : memory.foundAway(name, now),
    patienceMs: ctx.settings.APP_DEPLOY_READY_TIMEOUT,
    lookEveryMs: running?.spec.health.liveness ? livenessInterval(running.spec) : null,
    namePrefix: containerPrefix(name, ctx.instanceId),
    firstFailure: app.running || deploy ? null : await newestFailure(ctx, name),
  }
  const storedCondition = conditions.find(({ type }) => type === 'Ready')
  return {
    app,
    deploy,
    seen,
    running,
    candidate,
    storedCondition,
    network,
    look: { row, replicas: rows, ready: storedCondition, containers: containers ?? [] },
    wasLooping: memory.isLooping(name),
    trustedAfterMs: ctx.settings.APP_RESTART_BACKOFF_RESET,
  }
}

/** Undefined when the engine does not answer: that is something to plan with, not a fault of the look. */
async function seeContainers(
  ctx: Context,
  memory: ReplicaMemory,
  app: string,
  signal: AbortSignal,
): Promise<EngineContainer[] | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(lookDeadlineMs)])
  const wanted = { [labels.instance]: ctx.instanceId, [labels.app]: app }
  try {
    const listed = await ctx.engine.listContainers(wanted, limit)
    memory.foundBack(app, ctx.clock.now().getTime())
    // A list may still call one running whose end was just told; looking at each does not.
    const containers = await Promise.all(listed.map(({ id }) => ctx.engine.inspectContainer(id, limit).catch(ifGone)))
    return containers.filter((container) => container !== undefined)
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'unreachable') return undefined
    throw error
  }
}

function ifGone(error: unknown): undefined {
  if (error instanceof DriverError && error.kind === 'not-found') return undefined
  throw error
}

/** Killed between two writes, or removed by hand: the address is held by nobody. */
function lostReplicas(rows: ReplicaRow[], replicas: SeenReplica[]): string[] {
  return rows.map(({ container }) => container).filter((name) => !replicas.some((replica) => replica.name === name))
}

async function seeReplica(
  ctx: Context,
  memory: ReplicaMemory,
  container: EngineContainer,
  rows: ReplicaRow[],
  makings: Makings,
  signal: AbortSignal,
): Promise<SeenReplica> {
  const row = rows.find((each) => each.container === container.name)
  const deployId = container.labels[labels.deploy] ?? ''
  const hash = container.labels[labels.hash] ?? ''
  const isOf = (making: Making | undefined) => making?.deployId === deployId && making.hash === hash
  const spec = [makings.candidate, makings.running].find(isOf)?.spec
  const state = container.state === 'running' ? 'running' : container.state === 'created' ? 'created' : 'stopped'
  // One that ended gets no requests until it is ready anew.
  if (state === 'stopped' && row?.ready === 1) await setReplicaReady(ctx.db, container.name, false)
  const isReady =
    state === 'running' &&
    (row?.ready === 1 ||
      (spec !== undefined && row !== undefined && (await becomesReady(ctx, container, row.address, spec, signal))))
  const now = ctx.clock.now().getTime()
  const unreadyMs = state === 'running' && !isReady ? memory.foundUnready(container.name, now) : 0
  if (isReady) memory.foundReady(container.name)
  const isUnwell =
    isReady &&
    isOf(makings.running) &&
    spec !== undefined &&
    row !== undefined &&
    (await failsLiveness(ctx, memory, container, row.address, spec, signal))
  const restart = state === 'stopped' ? seeRestart(ctx, memory, container) : neverEnded
  return {
    id: container.id,
    name: container.name,
    number: Number(container.labels[labels.replica] ?? 0),
    deployId,
    hash,
    state: isUnwell ? 'unwell' : state,
    isReady: isReady && !isUnwell,
    unreadyMs,
    endedWithEngine: restart.endedWithEngine,
    resources: row?.resources ?? '',
    restartAt: restart.restartAt.getTime(),
    attempt: restart.attempt,
  }
}

function seeRestart(
  ctx: Context,
  memory: ReplicaMemory,
  { name, startedAt, finishedAt }: EngineContainer,
): Restart & { endedWithEngine: boolean } {
  const now = ctx.clock.now()
  const hasEnded = finishedAt !== undefined && (startedAt === undefined || finishedAt >= startedAt)
  const {
    APP_RESTART_BACKOFF_BASE: baseMs,
    APP_RESTART_BACKOFF_MAX: maxMs,
    APP_RESTART_BACKOFF_RESET: resetMs,
  } = ctx.settings
  const history = { attempt: memory.attemptOf(name), startedAt, endedAt: hasEnded ? finishedAt : now }
  const endedWithEngine = memory.wentDownWithEngine(history.endedAt.getTime())
  const { restartAt, attempt } = planRestart(history, now, { baseMs, maxMs, resetMs })
  // The plan's own now is a little earlier than this one: what is due must not seem to be still to come.
  return { restartAt: restartAt <= now ? new Date(0) : restartAt, attempt, endedWithEngine }
}

/** A replica that was once ready stays so until it ends or its liveness says otherwise, so it is asked once. */
async function becomesReady(
  ctx: Context,
  container: EngineContainer,
  address: string,
  spec: AppSpec,
  signal: AbortSignal,
): Promise<boolean> {
  const asking = readinessTarget(spec, address, container.id)
  const isWell = asking ? (await probe(ctx.engine, asking.target, asking.timeoutMs, signal)).isWell : true
  if (!isWell) return false
  // Rolling: each new replica takes over from an old one, so it gets requests as soon as it can.
  if (spec.strategy === 'rolling') await admitReplica(ctx.db, container.name)
  await setReplicaReady(ctx.db, container.name, true)
  return isWell
}

async function failsLiveness(
  ctx: Context,
  memory: ReplicaMemory,
  container: EngineContainer,
  address: string,
  spec: AppSpec,
  signal: AbortSignal,
): Promise<boolean> {
  const asking = livenessTarget(spec, address, container.id)
  if (!asking) return false
  const now = ctx.clock.now().getTime()
  if (now - memory.livenessOf(container.name).askedMs < livenessInterval(spec)) return false
  const { isWell } = await probe(ctx.engine, asking.target, asking.timeoutMs, signal)
  return memory.asked(container.name, isWell, now) >= (spec.health.liveness?.failures ?? 3)
}

function livenessInterval(spec: AppSpec): number {
  return parseDuration(spec.health.liveness?.interval ?? '10s') ?? 10_000
}

export function runningMaking(ctx: Context, app: StoredApp): Making | undefined {
  if (!app.running) return undefined
  const { deployId, imageId, spec, nonce } = app.running
  const place = runningEnvPlace(app.name)
  const opened = openEnv(ctx, { env: app.running.env, spec, place, sealed: app.runningEnvSealed })
  return { deployId, imageId, spec, ...opened, hash: specHash(spec, imageId, opened.env, nonce) }
}

export function candidateMaking(ctx: Context, app: StoredApp, deploy: StoredDeploy): Making | undefined {
  if (deploy.imageId === null) return undefined
  const place = deployEnvPlace(deploy.id)
  const opened = openEnv(ctx, { env: deploy.env ?? undefined, spec: deploy.spec, place, sealed: deploy.envSealed })
  return {
    deployId: deploy.id,
    imageId: deploy.imageId,
    spec: deploy.spec,
    ...opened,
    hash: specHash(deploy.spec, deploy.imageId, opened.env, app.restartNonce),
  }
}

/** Replicas and limits act at once, so they come from the record; all else from the snapshot. */
function targetOf(making: Making, spec: AppSpec): Target {
  return {
    deployId: making.deployId,
    hash: making.hash,
    replicas: spec.replicas,
    stopsFirst: stopsFirst({ ...making.spec, replicas: spec.replicas }),
    isRolling: making.spec.strategy === 'rolling',
    resources: JSON.stringify(spec.resources),
  }
}

function candidateTarget(
  ctx: Context,
  app: StoredApp,
  deploy: StoredDeploy,
  making: Making | undefined,
): Omit<Candidate, 'preDeploy'> {
  const target = targetOf(
    making ?? { deployId: deploy.id, imageId: '', spec: deploy.spec, env: {}, secretValues: [], hash: '' },
    app.spec,
  )
  const starting = deploy.phases.find(({ name }) => name === 'starting' || name === 'probing')
  const startPeriod = parseDuration(deploy.spec.health.readiness?.start_period ?? '0s') ?? 0
  const readyTimeout = ctx.settings.APP_DEPLOY_READY_TIMEOUT
  // While the control plane was away nobody could see it ready, so that time does not count.
  const beganAt = Math.max(Date.parse(starting?.started_at ?? ''), ctx.startedAt.getTime())
  const readyBy = starting ? beganAt + readyTimeout + startPeriod : Number.POSITIVE_INFINITY
  return {
    ...target,
    beganAt: Date.parse(deploy.startedAt),
    isPulled: making !== undefined,
    readyBy,
    endsBy: readyBy + readyTimeout,
    isCanary: deploy.canaryWeight !== null,
    // What serves beside a canary stays whole.
    isRolling: target.isRolling && deploy.canaryWeight === null,
    phase: currentPhase(deploy.phases),
  }
}

async function preDeployOf(ctx: Context, deploy: StoredDeploy): Promise<Candidate['preDeploy']> {
  if (!deploy.spec.hooks?.pre_deploy) return 'none'
  const run = await getHookRun(ctx.db, deploy.id, 'pre_deploy')
  if (!run) return 'wanted'
  if (run.status !== 'ended') return 'running'
  return run.outcome === 'succeeded' ? 'succeeded' : 'failed'
}

/** Of a deploy that failed; one that is held may still go well. */
async function newestFailure(ctx: Context, app: string): Promise<string | null> {
  const newest = await getNewestDeploy(ctx.db, app)
  return newest?.outcome === 'failed' ? (newest.failure?.cause ?? null) : null
}

async function phaseOf(ctx: Context, deployId: string): Promise<string> {
  const deploy = await getDeploy(ctx.db, deployId)
  return deploy ? currentPhase(deploy.phases) : 'done'
}
