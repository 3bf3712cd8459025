// Nodes over the API: the local one is there from the start, and apps are put on known ones only.
import { describe, expect, test } from 'vitest'
import { startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

const web = { params: { name: 'web' } }

describe.each(storeKinds)('on %s', (kind) => {
  test('the local node is there, and a new app is on it', async () => {
    const api = await startWithAdmin(kind)
    const { body: nodes } = await api.call('nodeList', {}, api.admin)
    expect(nodes).toMatchObject([{ id: api.ctx.nodeId, is_local: true, name: expect.stringMatching(/./) }])
    const { body: app } = await api.call('appCreate', { body: { name: 'web' } }, api.admin)
    expect(app.node_id).toBe(api.ctx.nodeId)
  })

  test('an app is put on a known node only, and its log tells', async () => {
    const api = await startWithAdmin(kind)
    await api.call('appCreate', { body: { name: 'web' } }, api.admin)
    const unknown = await api.call('appPlace', { ...web, body: { node_id: 'nod_x' } }, api.admin)
    expect([unknown.status, unknown.error]).toEqual([
      400,
      'node_id: there is no node "nod_x"; GET /api/v1/nodes lists them',
    ])
    await api.ctx.db
      .insertInto('nodes')
      .values({ id: 'nod_2', name: 'two', created_at: '2030-01-01T00:00:00Z' })
      .execute()
    const { body: moved } = await api.call('appPlace', { ...web, body: { node_id: 'nod_2' } }, api.admin)
    expect(moved.node_id).toBe('nod_2')
    const { body: events } = await api.call('appEventList', web, api.admin)
    expect(events[0]).toMatchObject({ kind: 'node_moved', detail: { node_id: 'nod_2', from: api.ctx.nodeId } })
  })
})
