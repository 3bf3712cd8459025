// Ends a deploy as failed, with what was seen of it at that moment: why, the lines that prove it, and what to do.
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { type ProbeResult, probe } from '../../drivers/probe/probe.ts'
import { failpoint } from '../../lib/failpoint.ts'
import { diagnose, type FailureFacts, type ProbeFacts } from '../deploys/diagnose-failure.ts'
import { settleDeploy } from '../deploys/settle-deploy.ts'
import { outOfMemoryReason } from '../runs/run-plan.ts'
import { getHookRun } from '../runs/run-view.ts'
import { readinessTarget } from './app-containers.ts'
import type { AppWorld } from './app-observe.ts'
import type { AppAction } from './app-plan.ts'
import { listReplicas } from './replica-store.ts'

const logLines = 200

/** Whose deploy fails; `candidate` once there is something to make containers of. */
type Failing = Pick<AppWorld, 'app' | 'deploy'> & { candidate?: AppWorld['candidate'] }

export async function failDeploy(
  ctx: Context,
  world: AppWorld,
  action: Extract<AppAction, { kind: 'fail' }>,
  signal: AbortSignal,
): Promise<void> {
  const replica = world.seen.replicas.find(({ name }) => name === action.replica)
  const facts = replica ? await lookAt(ctx, world, replica, signal) : nothingMade(ctx, world)
  // It became ready between the look and now; the next look decides, as long as there is time for one.
  const isStill = ctx.clock.now().getTime() < (world.seen.candidate?.endsBy ?? 0)
  if (action.isLate && facts.probe?.result === 'unsteady' && isStill) return
  if (replica && facts.container?.exitCode === undefined && facts.container?.memoryLimit !== undefined)
    facts.container.oomKilled = await wasShortOfMemory(ctx, replica.id, signal)
  await settle(ctx, world, { phase: action.isLate ? 'probing' : 'starting', ...facts })
}

/** For failures of the engine's own: a pull that was denied, a container that could not be made. */
export async function failDeployFor(
  ctx: Context,
  world: Failing,
  error: DriverError,
  phase: FailureFacts['phase'],
  secrets: string[] = [],
): Promise<void> {
  // A registry that is silent or denies may still have it; one that says no has not.
  const isGone = world.deploy?.rollbackTo != null && error.kind === 'not-found'
  await settle(
    ctx,
    world,
    {
      phase,
      driver: { kind: error.kind, message: error.message },
      log: [],
      ...(isGone ? { decided: { code: 'rollback_target_gone' as const } } : {}),
    },
    secrets,
  )
}

/** What served goes on; the lines that the hook wrote are the proof. */
export async function failForHook(ctx: Context, world: AppWorld): Promise<void> {
  const run = world.deploy && (await getHookRun(ctx.db, world.deploy.id, 'pre_deploy'))
  if (!run) return
  const memory = world.app.spec.resources.memory
  const isOutOfMemory = run.reason === outOfMemoryReason
  const detail = `The pre-deploy hook did not succeed: ${run.reason || run.outcome}`
  const decided: FailureFacts['decided'] = isOutOfMemory
    ? { code: 'oom_killed', words: { victim: 'its pre-deploy hook', ...(memory === null ? {} : { limit: memory }) } }
    : run.exitCode !== null && run.outcome === 'failed'
      ? { code: 'container_crashed', words: { detail: `its pre-deploy hook exited with code ${run.exitCode}` } }
      : { code: 'unknown', words: { detail } }
  await settle(ctx, world, { phase: 'starting', decided, log: run.output === '' ? [] : run.output.split('\n') })
}

/** No replica could even be made in all that time, and nothing was refused: there was no room for one. */
function nothingMade(ctx: Context, { seen, candidate }: AppWorld): Omit<FailureFacts, 'phase'> {
  if (seen.freeAddresses.length > 0) return { log: [] }
  const { APP_NETWORK_SUBNET: open, APP_INTERNAL_SUBNET: internal } = ctx.settings
  const which =
    candidate?.spec.egress_policy === 'internal' ? `INTERNAL_SUBNET is ${internal}` : `NETWORK_SUBNET is ${open}`
  const detail = `No address is left in the network of the apps (APP_${which})`
  return { log: [], decided: { code: 'unknown', words: { detail } } }
}

async function settle(ctx: Context, world: Failing, facts: FailureFacts, more: string[] = []): Promise<void> {
  const { deploy, app } = world
  if (!deploy) return
  const limits = { lines: ctx.settings.APP_FAILURE_EXCERPT_LINES, bytes: ctx.settings.APP_FAILURE_EXCERPT_BYTES }
  const failure = diagnose(
    {
      image: deploy.image,
      node: app.nodeId,
      ...(deploy.spec.port === null ? {} : { port: deploy.spec.port }),
      ...facts,
    },
    [...(world.candidate?.secretValues ?? []), ...more],
    limits,
  )
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    await settleDeploy(trx, ctx, deploy.id, 'failed', failure)
  })
  await failpoint('deploy.failed')
  ctx.log.warn({ app: app.name, deploy: deploy.id, code: failure.code }, 'deploy failed')
}

async function lookAt(
  ctx: Context,
  world: AppWorld,
  replica: { id: string; name: string },
  signal: AbortSignal,
): Promise<Omit<FailureFacts, 'phase'>> {
  const container = await ctx.engine.inspectContainer(replica.id, signal)
  const log: string[] = []
  for await (const { line } of ctx.engine.logs(replica.id, { tail: logLines }, signal)) log.push(line)
  const isRunning = container.state === 'running'
  const memory = world.app.spec.resources.memory
  return {
    log,
    container: {
      exitCode: container.exitCode,
      oomKilled: container.oomKilled,
      ...(memory === null ? {} : { memoryLimit: memory }),
    },
    ...(container.error ? { driver: { kind: 'refused' as const, message: container.error } } : {}),
    ...(isRunning
      ? {
          listening: await listeningPorts(ctx, replica.id, signal),
          probe: await lastProbe(ctx, world, replica, signal),
        }
      : {}),
  }
}

/** Of a child that the kernel killed, engines tell only when all has ended. This replica goes now anyway. */
async function wasShortOfMemory(ctx: Context, id: string, signal: AbortSignal): Promise<boolean> {
  await ctx.engine.stopContainer(id, Math.ceil(ctx.settings.APP_STOP_GRACE / 1000), signal)
  return (await ctx.engine.inspectContainer(id, signal)).oomKilled
}

async function listeningPorts(ctx: Context, id: string, signal: AbortSignal) {
  try {
    return await ctx.engine.readListeningPorts(id, signal)
  } catch (error) {
    if (error instanceof DriverError) return undefined
    throw error
  }
}

async function lastProbe(
  ctx: Context,
  world: AppWorld,
  replica: { id: string; name: string },
  signal: AbortSignal,
): Promise<ProbeFacts | undefined> {
  const row = (await listReplicas(ctx.db, world.app.name)).find(({ container }) => container === replica.name)
  const asking = world.candidate && row && readinessTarget(world.candidate.spec, row.address, replica.id)
  if (!asking) return undefined
  const result = await probe(ctx.engine, asking.target, asking.timeoutMs, signal)
  return probeFacts(asking.target, result, asking.timeoutMs)
}

function probeFacts(
  target: NonNullable<ReturnType<typeof readinessTarget>>['target'],
  { seen, isWell }: ProbeResult,
  timeoutMs: number,
): ProbeFacts {
  const words =
    target.type === 'http' ? `GET ${target.path}` : target.type === 'tcp' ? 'a connection' : target.command.join(' ')
  if (isWell) return { result: 'unsteady', target: words }
  const status = /^HTTP (\d+)$/.exec(seen)?.[1]
  const exit = /^exit code (\d+)$/.exec(seen)?.[1]
  if (status) return { result: 'status', target: words, status: Number(status) }
  if (exit) return { result: 'exit', target: words, exitCode: Number(exit) }
  if (seen.startsWith('no answer in')) return { result: 'timeout', target: words, timeoutMs }
  if (seen === 'connection refused') return { result: 'refused', target: words }
  return { result: 'error', target: words, message: seen }
}
