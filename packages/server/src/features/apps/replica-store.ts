// SQL of replicas: which container has which address and limits, and whether it was seen ready.
import { sql } from 'kysely'
import type { Db, Trx } from '../../store/store.ts'
import type { ReplicaRow } from '../../store/tables.ts'
import { isDuplicate } from '../../store/write-rules.ts'

/** A canary is known in the proxy in a place of its own, and is to be found there until it is gone. */
const leaving = sql<string>`case when traffic in ('canary', 'leaving_canary') then 'leaving_canary' else 'leaving' end`

export async function listReplicas(db: Db, app: string): Promise<ReplicaRow[]> {
  return db.selectFrom('replicas').selectAll().where('app', '=', app).execute()
}

export async function takenAddresses(db: Db): Promise<Set<string>> {
  return new Set((await db.selectFrom('replicas').select('address').execute()).map(({ address }) => address))
}

/** Takes the address for this container, again too; false when another container has it. */
export async function saveReplica(db: Db, row: ReplicaRow): Promise<boolean> {
  try {
    await insertReplica(db, row)
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

/** The same inside a transaction, which must not go on when another container has the address. */
export async function insertReplica(db: Db | Trx, row: ReplicaRow): Promise<void> {
  await db
    .insertInto('replicas')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('container').doUpdateSet({
        address: row.address,
        resources: row.resources,
        ready: row.ready,
        network: row.network,
        traffic: row.traffic,
        port: row.port,
      }),
    )
    .execute()
}

export async function setReplicaReady(db: Db, container: string, isReady: boolean): Promise<void> {
  await db
    .updateTable('replicas')
    .set({ ready: isReady ? 1 : 0 })
    .where('container', '=', container)
    .execute()
}

export async function admitReplica(db: Db, container: string): Promise<void> {
  await db.updateTable('replicas').set({ traffic: 'admitted' }).where('container', '=', container).execute()
}

/** It gets nothing new from now on. Answers whether it may have got anything: it was ready at that very moment. */
export async function letReplicaLeave(db: Db, container: string): Promise<boolean> {
  const row = await db
    .updateTable('replicas')
    .set({ traffic: leaving })
    .where('container', '=', container)
    .returning('ready')
    .executeTakeFirst()
  return row?.ready === 1
}

/** Those of a deploy that are ready may get requests before it is the current one. */
export async function admitReplicas(db: Db, deployId: string): Promise<void> {
  await db
    .updateTable('replicas')
    .set({ traffic: 'admitted' })
    .where('deploy_id', '=', deployId)
    .where('ready', '=', 1)
    .where('traffic', 'in', ['auto', 'canary'])
    .execute()
}

/** Those of a deploy that are ready get a share of the requests, beside what serves. */
export async function admitCanaries(db: Db, deployId: string): Promise<void> {
  await db
    .updateTable('replicas')
    .set({ traffic: 'canary' })
    .where('deploy_id', '=', deployId)
    .where('ready', '=', 1)
    .where('traffic', '=', 'auto')
    .execute()
}

/** What other deploys left gets nothing new. */
export async function retireReplicas(trx: Trx, app: string, deployId: string): Promise<void> {
  await trx
    .updateTable('replicas')
    .set({ traffic: leaving })
    .where('app', '=', app)
    .where('deploy_id', '!=', deployId)
    .execute()
}

export async function setReplicaResources(db: Db, container: string, resources: string): Promise<void> {
  await db.updateTable('replicas').set({ resources }).where('container', '=', container).execute()
}

export async function deleteReplica(db: Db, container: string): Promise<void> {
  await db.deleteFrom('replicas').where('container', '=', container).execute()
}
