// Follows every run to its end: looks at its row and its container, plans, takes one step. Woken by whoever asks for a
// run and by the engine when its container ends; nothing is looked at while nothing runs.
import { defineLoop, type LoopResult } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { type ContainerState, DriverError, type EngineContainer } from '../../drivers/container/container.ts'
import { labels } from '../apps/app-containers.ts'
import { getApp } from '../apps/app-view.ts'
import { getDeploy } from '../deploys/deploy-view.ts'
import type { StoredRun } from './run.ts'
import { actOnRun } from './run-act.ts'
import { type ObservedRun, planRun, type RunAction, type SeenContainer } from './run-plan.ts'
import { getRun, listBlockers, listOpenRunIds } from './run-store.ts'

interface RunWorld {
  run: StoredRun
  seen: ObservedRun
}

const lookDeadlineMs = 10_000

export const runLoop = defineLoop<Context, RunWorld | undefined, { run: StoredRun; action: RunAction }>({
  name: 'runs',
  what: 'follow the containers of tasks and hooks to their end',
  every: '5m',
  where: 'leader',
  atOnce: 8,
  timeout: '5m',
  keys: ({ db }) => listOpenRunIds(db),
  observe: observeRun,
  plan: (world, now) => (world ? planRun(world.seen, now).map((action) => ({ run: world.run, action })) : []),
  act: (ctx, { run, action }, signal): Promise<LoopResult> => actOnRun(ctx, run, action, signal),
})

async function observeRun(ctx: Context, id: string, signal: AbortSignal): Promise<RunWorld | undefined> {
  const run = await getRun(ctx.db, id)
  if (!run) return undefined
  const isOver = run.status === 'ended'
  const seen: ObservedRun = {
    status: run.status,
    ending: run.ending,
    isCleaned: run.isCleaned,
    begunAt: run.begunAt === null ? null : Date.parse(run.begunAt),
    startedAt: run.startedAt === null ? null : Date.parse(run.startedAt),
    timeoutMs: run.timeoutMs,
    isBlocked: run.status === 'waiting' && (await listBlockers(ctx.db, run)).length > 0,
    unwanted: isOver ? null : await whyUnwanted(ctx, run),
    container: await seeContainer(ctx, run, signal),
    isWatched: run.kind !== 'task',
  }
  return { run, seen }
}

async function whyUnwanted({ db }: Context, run: StoredRun): Promise<string | null> {
  const app = await getApp(db, run.app)
  if (!app || app.isDeleting) return 'the app is being removed'
  if (run.kind === 'task') return run.status === 'waiting' && app.isSuspended ? 'the app was stopped' : null
  const deploy = run.deployId === null ? undefined : await getDeploy(db, run.deployId)
  if (run.kind === 'pre_deploy' && deploy?.outcome !== 'in_progress')
    return `its deploy is over: it is ${deploy?.outcome ?? 'gone'}`
  return null
}

/** `unknown` when the engine does not answer: that is something to plan with, not a fault of the look. */
async function seeContainer(ctx: Context, run: StoredRun, signal: AbortSignal): Promise<ObservedRun['container']> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(lookDeadlineMs)])
  try {
    const mine = { [labels.instance]: ctx.instanceId, [labels.run]: run.id }
    const [listed] = await ctx.engine.listContainers(mine, limit)
    return listed ? readContainer(await ctx.engine.inspectContainer(listed.id, limit)) : null
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'not-found') return null
    if (error instanceof DriverError && error.kind === 'unreachable') return 'unknown'
    throw error
  }
}

function readContainer({ id, state, exitCode, oomKilled, startedAt }: EngineContainer): SeenContainer {
  return { id, state: stateOf(state, startedAt !== undefined), exitCode, isOutOfMemory: oomKilled }
}

function stateOf(state: ContainerState, hasStarted: boolean): SeenContainer['state'] {
  switch (state) {
    case 'running':
    case 'paused':
    case 'restarting':
      return 'running'
    case 'removing':
    case 'dead':
      return 'removing'
    case 'created':
      return hasStarted ? 'ended' : 'created'
    case 'exited':
      return 'ended'
  }
}
