// Reads every 15 seconds what the proxy counted, and lets processes that a reload replaced end once they were read.
// Spec 2.10. While nobody asks anything, a pass is a few words with the proxy and one look at a condition.
import { defineLoop, type Loop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import type { Counters, WorkerCounters } from '../../drivers/ingress/request-counters.ts'
import { isServing } from '../ingress/lead-traffic.ts'
import { keepRequests } from './keep-requests.ts'

export type RequestAction =
  | { kind: 'keep'; workers: WorkerCounters[] }
  | { kind: 'release'; workers: string[] }
  | { kind: 'look-again' }

export function requestLoop(): Loop<Context> {
  /** What this process has kept already, by process of the proxy. */
  const kept = new Map<string, string>()
  const markOf = (apps: Map<string, Counters>) => JSON.stringify([...apps])
  return defineLoop<Context, WorkerCounters[], RequestAction>({
    name: 'request-metrics',
    what: 'keep what the ingress counted of requests',
    every: '15s',
    where: 'leader',
    keys: async () => ['local'],
    async observe(ctx, _, signal) {
      if (!(await isServing(ctx))) return []
      return ctx.ingress.readCounters((worker, apps) => kept.get(worker) === markOf(apps), signal)
    },
    plan: planRequests,
    async act(ctx, action, signal) {
      if (action.kind === 'look-again') return { again: '3s' }
      if (action.kind === 'release') return ctx.ingress.releaseWorkers(action.workers, signal)
      await keepRequests(ctx, action.workers)
      kept.clear()
      for (const { worker, apps } of action.workers) kept.set(worker, markOf(apps))
      return undefined
    },
  })
}

/** Nobody is released whose figures were not kept. */
export function planRequests(workers: WorkerCounters[]): RequestAction[] {
  const finished = workers.filter(({ isFinished }) => isFinished)
  const actions: RequestAction[] = []
  if (workers.some(({ routes }) => routes !== undefined)) actions.push({ kind: 'keep', workers })
  if (finished.length > 0) actions.push({ kind: 'release', workers: finished.map(({ worker }) => worker) })
  if (workers.some(({ isCurrent }) => !isCurrent)) actions.push({ kind: 'look-again' })
  return actions
}
