// Nodes: the machines that apps run on.
import type { Handler } from '../../context.ts'
import { conditionsBySubject } from '../system/conditions.ts'
import { nodeSubject } from '../system/engine-condition.ts'
import { listNodes } from './node-store.ts'

export const nodeList: Handler<'nodeList'> = async ({ db, nodeId }) => {
  const nodes = await listNodes(db)
  const conditions = await conditionsBySubject(
    db,
    nodes.map(({ id }) => nodeSubject(id)),
  )
  return nodes.map((node) => ({
    ...node,
    is_local: node.id === nodeId,
    conditions: conditions.get(nodeSubject(node.id)) ?? [],
  }))
}
