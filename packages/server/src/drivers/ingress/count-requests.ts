// The counters of every process of the proxy, so that no request is lost and none counted twice.
//
// A process that a reload replaced ends with its last request, and its counters with it. So before every reload it is
// held by a conversation in the container that does nothing, that outlives the control plane, and without which it
// would be gone. It is let go when its last figures are kept somewhere else; `hard-stop-after` ends it in any case.
import { IngressError } from './ingress.ts'
import {
  isProcessGone,
  readCounterTable,
  readHolds,
  readIsFinished,
  readWorkerName,
  routesByApp,
} from './proxy-counters.ts'
import type { AskProcess, ProxySocket } from './proxy-socket.ts'
import { readWorkers } from './proxy-state.ts'
import { counterTables, workerVariable } from './render-counters.ts'
import type { Counters, WorkerCounters } from './request-counters.ts'

/** `isKnown`: nobody needs these again. Then their routes need not be read. */
export type IsKnown = (worker: string, apps: Map<string, Counters>) => boolean

/** Apps before routes: what ends in between makes the apps differ the next time, and so the routes are read again. */
export async function readWorkerCounters(
  conversation: ProxySocket,
  isKnown: IsKnown,
  signal: AbortSignal,
): Promise<WorkerCounters[]> {
  const found: WorkerCounters[] = []
  for (const process of readWorkers(await conversation.ask('show proc', signal))) {
    const { isCurrent } = process
    const ask = conversation.askProcess(process, signal)
    const worker = readWorkerName(await ask(`get var ${workerVariable}`))
    if (worker === undefined) continue
    // First, so that nothing comes after the figures.
    const isFinished = !isCurrent && readIsFinished(await ask('show info'))
    const apps = await readTable(ask, counterTables.apps)
    if (apps === undefined) continue
    const routes = isKnown(worker, apps) ? undefined : await readTable(ask, counterTables.routes)
    found.push({ worker, isCurrent, isFinished, apps, routes: routes && routesByApp(routes) })
  }
  return found
}

/** Its name; undefined for one of a configuration that gave none. */
export async function readCurrentWorker(conversation: ProxySocket, signal: AbortSignal): Promise<string | undefined> {
  return readWorkerName(await conversation.ask(`@1 get var ${workerVariable}`, signal))
}

/** Undefined for a process that ended meanwhile. */
async function readTable(ask: AskProcess, table: string): Promise<Map<string, Counters> | undefined> {
  const answer = await ask(`show table ${table}`)
  const counters = readCounterTable(answer)
  if (counters || isProcessGone(answer)) return counters
  throw new IngressError('failed', `the proxy did not tell its counters: ${answer.slice(0, 200)}`)
}

/** Lets go of the processes of these names, which end then. */
export async function releaseHeld(conversation: ProxySocket, workers: string[], signal: AbortSignal): Promise<void> {
  for (const process of readWorkers(await conversation.ask('show proc', signal))) {
    const ask = conversation.askProcess(process, signal)
    const name = readWorkerName(await ask(`get var ${workerVariable}`))
    if (process.isCurrent || name === undefined || !workers.includes(name)) continue
    for (const hold of readHolds(await ask('show sess'))) await ask(`shutdown session ${hold}`)
  }
}
