// Keeps what the proxy counted since it was last read. The one place where request metrics are written: what was read
// and what it added are in one transaction, so that a kill in between neither loses nor doubles a request.
import type { Context } from '../../context.ts'
import type { WorkerCounters } from '../../drivers/ingress/request-counters.ts'
import { failpoint } from '../../lib/failpoint.ts'
import { listAppNames } from '../apps/app-view.ts'
import { deltasOf } from './request-deltas.ts'
import { addRequests, readReadings, saveReadings } from './request-store.ts'

export async function keepRequests(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  workers: WorkerCounters[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deltas = deltasOf(await readReadings(trx), workers)
    // An app that is gone has no page any more.
    const present = new Set(await listAppNames(trx))
    const ofPresent = <T>(byApp: Map<string, T>) => new Map([...byApp].filter(([app]) => present.has(app)))
    await addRequests(trx, { apps: ofPresent(deltas.apps), routes: ofPresent(deltas.routes) }, clock.now())
    await failpoint('requests.added')
    await saveReadings(trx, deltas)
  })
  await failpoint('requests.kept')
}
