// Looks at an app: the record, the deploy in progress, its containers, and whether they are ready.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import type { Context } from '../../context.ts'
import type { ListedContainer } from '../../drivers/container/container.ts'
import { probe } from '../../drivers/probe/probe.ts'
import { parseDuration } from '../../lib/duration.ts'
import type { ReplicaRow } from '../../store/tables.ts'
import { currentPhase, type StoredDeploy } from '../deploys/deploy.ts'
import { getDeploy, getDeployInProgress } from '../deploys/deploy-view.ts'
import { listConditions } from '../system/conditions.ts'
import { appSubject, type StoredApp } from './app.ts'
import { freeAddresses } from './app-addresses.ts'
import { containerPrefix, labels, livenessTarget, readinessTarget } from './app-containers.ts'
import { deployEnvPlace, openSecrets, runningEnvPlace } from './app-env.ts'
import type { Candidate, ObservedApp, SeenReplica, Target } from './app-plan.ts'
import { specHash, stopsFirst } from './app-spec.ts'
import { getApp } from './app-view.ts'
import type { ReplicaMemory } from './replica-memory.ts'
import { listReplicas, setReplicaReady, takenAddresses } from './replica-store.ts'
import { planRestart, type Restart } from './restart-backoff.ts'

/** What should run, with everything that a container of it is made from. */
export interface Making {
  deployId: string
  digest: string
  spec: AppSpec
  env: Record<string, string>
  hash: string
}

export interface AppWorld {
  app: StoredApp
  deploy: StoredDeploy | undefined
  seen: ObservedApp
  running: Making | undefined
  candidate: Making | undefined
  storedCondition: Condition | undefined
}

export async function observeApp(
  ctx: Context,
  memory: ReplicaMemory,
  name: string,
  signal: AbortSignal,
): Promise<AppWorld | undefined> {
  const app = await getApp(ctx.db, name)
  if (!app) return undefined
  const [deploy, rows, taken, conditions] = await Promise.all([
    getDeployInProgress(ctx.db, name),
    listReplicas(ctx.db, name),
    takenAddresses(ctx.db),
    listConditions(ctx.db, appSubject(name)),
  ])
  const containers = await ctx.engine.listContainers(
    { [labels.instance]: ctx.instanceId, [labels.app]: name },
    AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  )
  const running = runningMaking(ctx, app)
  const candidate = deploy && candidateMaking(ctx, app, deploy)
  const replicas = await Promise.all(
    containers.map((container) => seeReplica(ctx, memory, container, rows, [candidate, running], signal)),
  )
  const seen: ObservedApp = {
    app: name,
    isWanted: !app.isSuspended,
    isDeleting: app.isDeleting,
    running: running ? { ...targetOf(running, app.spec), phase: await phaseOf(ctx, running.deployId) } : null,
    candidate: deploy ? candidateTarget(ctx, app, deploy, candidate) : null,
    replicas,
    freeAddresses: freeAddresses(ctx.settings.APP_NETWORK_SUBNET, taken, app.spec.replicas + 1),
    namePrefix: containerPrefix(name, ctx.instanceId),
  }
  return { app, deploy, seen, running, candidate, storedCondition: conditions.find(({ type }) => type === 'Ready') }
}

async function seeReplica(
  ctx: Context,
  memory: ReplicaMemory,
  container: ListedContainer,
  rows: ReplicaRow[],
  makings: (Making | undefined)[],
  signal: AbortSignal,
): Promise<SeenReplica> {
  const row = rows.find((each) => each.container === container.name)
  const deployId = container.labels[labels.deploy] ?? ''
  const hash = container.labels[labels.hash] ?? ''
  const spec = makings.find((making) => making?.deployId === deployId && making.hash === hash)?.spec
  const state = container.state === 'running' ? 'running' : container.state === 'created' ? 'created' : 'stopped'
  const isReady =
    state === 'running' &&
    (row?.ready === 1 ||
      (spec !== undefined && row !== undefined && (await becomesReady(ctx, container, row.address, spec, signal))))
  const isUnwell =
    isReady &&
    spec !== undefined &&
    row !== undefined &&
    (await failsLiveness(ctx, memory, container, row.address, spec, signal))
  const isStopped = state === 'stopped' || isUnwell
  const restart = isStopped ? await seeRestart(ctx, memory, container, signal) : { restartAt: new Date(0), attempt: 0 }
  return {
    id: container.id,
    name: container.name,
    number: Number(container.labels[labels.replica] ?? 0),
    deployId,
    hash,
    state: isStopped ? 'stopped' : state,
    isReady: isReady && !isUnwell,
    resources: row?.resources ?? '',
    restartAt: restart.restartAt.getTime(),
    attempt: restart.attempt,
  }
}

async function seeRestart(
  ctx: Context,
  memory: ReplicaMemory,
  container: ListedContainer,
  signal: AbortSignal,
): Promise<Restart> {
  const now = ctx.clock.now()
  const { startedAt, finishedAt } = await ctx.engine.inspectContainer(container.id, signal)
  const hasEnded = finishedAt !== undefined && (startedAt === undefined || finishedAt >= startedAt)
  const {
    APP_RESTART_BACKOFF_BASE: baseMs,
    APP_RESTART_BACKOFF_MAX: maxMs,
    APP_RESTART_BACKOFF_RESET: resetMs,
  } = ctx.settings
  const history = { attempt: memory.attemptOf(container.name), startedAt, endedAt: hasEnded ? finishedAt : now }
  return planRestart(history, now, { baseMs, maxMs, resetMs })
}

/** A replica that was once ready stays so until it ends or its liveness says otherwise, so it is asked once. */
async function becomesReady(
  ctx: Context,
  container: ListedContainer,
  address: string,
  spec: AppSpec,
  signal: AbortSignal,
): Promise<boolean> {
  const asking = readinessTarget(spec, address, container.id)
  const isWell = asking ? (await probe(ctx.engine, asking.target, asking.timeoutMs, signal)).isWell : true
  if (isWell) await setReplicaReady(ctx.db, container.name, true)
  return isWell
}

async function failsLiveness(
  ctx: Context,
  memory: ReplicaMemory,
  container: ListedContainer,
  address: string,
  spec: AppSpec,
  signal: AbortSignal,
): Promise<boolean> {
  const asking = livenessTarget(spec, address, container.id)
  if (!asking) return false
  const now = ctx.clock.now().getTime()
  const interval = parseDuration(spec.health.liveness?.interval ?? '10s') ?? 10_000
  if (now - memory.livenessOf(container.name).askedMs < interval) return false
  const { isWell } = await probe(ctx.engine, asking.target, asking.timeoutMs, signal)
  return memory.asked(container.name, isWell, now) >= (spec.health.liveness?.failures ?? 3)
}

function runningMaking(ctx: Context, app: StoredApp): Making | undefined {
  if (!app.running) return undefined
  const { deployId, digest, spec, nonce } = app.running
  const env = { ...spec.env, ...openSecrets(ctx, runningEnvPlace(app.name), app.runningEnvSealed) }
  return { deployId, digest, spec, env, hash: specHash(spec, digest, env, nonce) }
}

function candidateMaking(ctx: Context, app: StoredApp, deploy: StoredDeploy): Making | undefined {
  if (deploy.digest === null) return undefined
  const env = { ...deploy.spec.env, ...openSecrets(ctx, deployEnvPlace(deploy.id), deploy.envSealed) }
  return {
    deployId: deploy.id,
    digest: deploy.digest,
    spec: deploy.spec,
    env,
    hash: specHash(deploy.spec, deploy.digest, env, app.restartNonce),
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

function candidateTarget(ctx: Context, app: StoredApp, deploy: StoredDeploy, making: Making | undefined): Candidate {
  const target = targetOf(making ?? { deployId: deploy.id, digest: '', spec: deploy.spec, env: {}, hash: '' }, app.spec)
  const starting = deploy.phases.find(({ name }) => name === 'starting')
  const startPeriod = parseDuration(deploy.spec.health.readiness?.start_period ?? '0s') ?? 0
  const readyBy = starting
    ? Date.parse(starting.started_at) + ctx.settings.APP_DEPLOY_READY_TIMEOUT + startPeriod
    : Number.POSITIVE_INFINITY
  return {
    ...target,
    isPulled: making !== undefined && currentPhase(deploy.phases) !== 'queued',
    readyBy,
    phase: currentPhase(deploy.phases),
  }
}

async function phaseOf(ctx: Context, deployId: string): Promise<string> {
  const deploy = await getDeploy(ctx.db, deployId)
  return deploy ? currentPhase(deploy.phases) : 'done'
}
