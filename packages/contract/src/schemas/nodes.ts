// Nodes: machines that apps and databases run on.
import Type, { type Static } from 'typebox'
import { Condition, closed, Id, named, Time } from './common.ts'

export const Node = named(
  'Node',
  Type.Object({
    id: Id,
    name: Type.String(),
    is_local: Type.Boolean({ description: 'The machine of the control plane that answers' }),
    conditions: Type.Array(Condition),
    created_at: Time,
  }),
)
export type Node = Static<typeof Node>
export const NodePlacement = named('NodePlacement', closed({ node_id: Id }))
