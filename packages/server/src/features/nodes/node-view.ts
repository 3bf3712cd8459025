// Reads of nodes that other features need too.
import { badRequest } from '../../errors.ts'
import type { Trx } from '../../store/store.ts'

/** Refuses an app that is to be put on a node that is not there. */
export async function refuseUnknownNode(trx: Trx, id: string): Promise<void> {
  const row = await trx.selectFrom('nodes').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw badRequest(`node_id: there is no node ${JSON.stringify(id)}; GET /api/v1/nodes lists them`)
}
