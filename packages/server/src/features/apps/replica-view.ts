// Reads of replicas that other features need too.
import type { Db } from '../../store/store.ts'
import type { ReplicaRow } from '../../store/tables.ts'

export async function listAllReplicas(db: Db): Promise<ReplicaRow[]> {
  return db.selectFrom('replicas').selectAll().execute()
}
