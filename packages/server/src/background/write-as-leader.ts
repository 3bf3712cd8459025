// A write of background work: it counts only while this control plane still holds the lease.
import type { Db, Trx } from '../store/store.ts'
import type { Lease } from './lease.ts'

export function writeAsLeader<T>(
  { db, lease }: { db: Db; lease: Pick<Lease, 'hold'> },
  write: (trx: Trx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lease.hold(trx)
    return write(trx)
  })
}
