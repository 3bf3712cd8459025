// SQL of nodes.
import type { Db, Trx } from '../../store/store.ts'
import type { NodeRow } from '../../store/tables.ts'

export async function listNodes(db: Db | Trx): Promise<NodeRow[]> {
  return db.selectFrom('nodes').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** The machine of this control plane is there from its first start on; its name follows the machine's. */
export async function saveNode(db: Db, node: NodeRow): Promise<void> {
  await db
    .insertInto('nodes')
    .values(node)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: node.name }))
    .execute()
}
