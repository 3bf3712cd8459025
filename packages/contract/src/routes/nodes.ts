// Nodes, and which of them an app is on. Spec 4.2.
import Type from 'typebox'
import { get, put } from '../route.ts'
import { App } from '../schemas/apps.ts'
import { Node, NodePlacement } from '../schemas/nodes.ts'

export const nodeRoutes = {
  nodeList: get('/nodes', { ability: 'root', result: Type.Array(Node), summary: 'Machines that apps run on' }),
  appPlace: put('/apps/{name}/node', {
    ability: 'root',
    body: NodePlacement,
    result: App,
    summary: 'Put an app on a node',
  }),
}
