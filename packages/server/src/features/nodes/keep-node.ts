// Makes this machine known as a node.
import { hostname } from 'node:os'
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import { saveNode } from './node-store.ts'

export async function keepLocalNode({ db, nodeId, clock }: Pick<Context, 'db' | 'nodeId' | 'clock'>): Promise<void> {
  await saveNode(db, { id: nodeId, name: hostname(), created_at: isoNow(clock) })
}
