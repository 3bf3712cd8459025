// The event log of an app over the API: what is told, by whom, in which order, and never a value. Spec 6.4.
import { describe, expect, test } from 'vitest'
import { startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

const web = { params: { name: 'web' } }

describe.each(storeKinds)('on %s', (kind) => {
  test('what is done to an app is told in order, with who did it and without values', async () => {
    const api = await startWithAdmin(kind)
    await api.call('appCreate', { body: { name: 'web', deploy: false } }, api.admin)
    await api.call('appUpdate', { ...web, body: { env: { KEY: 'plain-value' }, port: 8080, replicas: 3 } }, api.admin)
    await api.call('appUpdate', { ...web, body: { port: 8080 } }, api.admin)
    const secret = { params: { name: 'web', key: 'TOKEN' } }
    await api.call('appSecretSet', { ...secret, body: { value: 'sealed-value' } }, api.admin)
    await api.call('appSecretSet', { ...secret, body: { value: 'sealed-value', locked: true } }, api.admin)
    await api.call('appSecretDelete', secret, api.admin)
    await api.call('appSecretDelete', secret, api.admin)
    await api.call('appStop', web, api.admin)
    await api.call('appStop', web, api.admin)
    const { body: made } = await api.call('tokenCreate', { body: { name: 'ci', abilities: ['deploy'] } }, api.admin)
    const token = { token: made.token }
    await api.call('appStart', web, token)
    await api.call('appRestart', web, token)
    await api.call('deployCreate', { ...web, body: { image: 'levelrail/test-app:1' } }, token)
    await api.call('deployCreate', { ...web, body: { image: 'levelrail/test-app:2' } }, token)
    const { body: deploy } = await api.call('deployView', { params: { name: 'web', deployId: 'latest' } }, api.admin)
    await api.call('deployCancel', { params: { name: 'web', deployId: deploy.id } }, api.admin)

    const { body: events } = await api.call('appEventList', web, api.admin)
    expect(events.map((event) => [event.kind, event.actor]).reverse()).toEqual([
      ['created', 'ann@example.com'],
      ['changed', 'ann@example.com'],
      ['scaled', 'ann@example.com'],
      ['secret_set', 'ann@example.com'],
      ['secret_locked', 'ann@example.com'],
      ['secret_removed', 'ann@example.com'],
      ['stopped', 'ann@example.com'],
      ['started', 'ci'],
      ['restarted', 'ci'],
      ['deploy_started', 'ci'],
      ['deploy_superseded', ''],
      ['deploy_started', 'ci'],
      ['deploy_canceled', 'ann@example.com'],
    ])
    expect(events[0]).toMatchObject({ deploy_id: deploy.id, actor_kind: 'session', app: 'web' })
    expect(events.find((event) => event.kind === 'changed')?.detail).toEqual({ fields: ['port', 'env'] })
    expect(JSON.stringify(events)).not.toMatch(/plain-value|sealed-value/)
  })

  test('kinds and times filter, pages follow each other, and another app is not in it', async () => {
    const api = await startWithAdmin(kind)
    for (const name of ['web', 'other']) await api.call('appCreate', { body: { name, deploy: false } }, api.admin)
    for (let replicas = 2; replicas < 6; replicas++)
      await api.call('appUpdate', { ...web, body: { replicas } }, api.admin)
    const list = (query: Record<string, unknown>) => api.call('appEventList', { ...web, query }, api.admin)
    expect((await list({})).body).toHaveLength(5)
    expect((await list({ kind: 'scaled' })).body).toHaveLength(4)
    expect((await list({ kind: 'created,scaled' })).body).toHaveLength(5)
    const first = await list({ limit: 3 })
    const second = await list({ limit: 3, before: first.next })
    expect([...first.body, ...second.body].map(({ title }) => title)).toEqual(
      (await list({})).body.map(({ title }) => title),
    )
    expect(second.next).toBeUndefined()
    const third = first.body[2]?.at ?? ''
    expect((await list({ from: third })).body).toHaveLength(3)
    expect((await list({ to: third })).body).toHaveLength(2)
    const wrong = await list({ kind: 'scaled,exploded' })
    expect([wrong.status, wrong.error]).toEqual([400, expect.stringContaining('"exploded" is not one of created')])
    expect((await api.call('appEventList', { params: { name: 'none' } }, api.admin)).status).toBe(404)
  })
})
