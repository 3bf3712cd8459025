// Credentials of image registries: kept, tested, and never shown again.
import { describe, expect, test } from 'vitest'
import { fakeEngine } from '../../src/drivers/container/fake-engine.ts'
import { type Api, type As, startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

const password = 'hunter2-of-the-registry'
const body = { name: 'our images', registry_host: 'Registry.Example.com:5000', username: 'ci', password }

async function add(api: Api & { admin: As }, more: Partial<typeof body> = {}) {
  return api.call('registryCredentialCreate', { body: { ...body, ...more } }, api.admin)
}

describe.each(storeKinds)('on %s', (kind) => {
  test('a credential is added, changed, tested and removed, and its password never comes out', async () => {
    const api = await startWithAdmin(kind, {}, { engine: fakeEngine() })
    const { body: made, status } = await add(api)
    expect(status).toBe(201)
    expect(made).toMatchObject({ name: 'our images', registry_host: 'registry.example.com:5000', last_used_at: null })
    const params = { id: made.id }
    const tested = await api.call('registryCredentialTest', { params }, api.admin)
    expect(tested.body).toMatchObject({ accepted: true, answer: 'Login Succeeded' })
    const wrong = await api.call('registryCredentialUpdate', { params, body: { password: 'wrong' } }, api.admin)
    expect(wrong.status).toBe(200)
    const refused = await api.call('registryCredentialTest', { params }, api.admin)
    expect(refused.body.accepted).toBe(false)
    expect(refused.body.answer).toContain('401')
    const { body: all } = await api.call('registryCredentialList', {}, api.admin)
    expect(all).toMatchObject([{ id: made.id, last_used_at: refused.body.tested_at, last_result: refused.body.answer }])
    const { body: audit } = await api.call('auditList', { query: {} }, api.admin)
    const rows = await api.ctx.db.selectFrom('registry_credentials').selectAll().execute()
    expect(JSON.stringify([made, tested, refused, all, audit, rows])).not.toContain(password)
    expect((await api.call('registryCredentialDelete', { params }, api.admin)).status).toBe(204)
    expect((await api.call('registryCredentialView', { params }, api.admin)).status).toBe(404)
  })

  test('a name is taken once, whoever comes second', async () => {
    const api = await startWithAdmin(kind)
    await add(api)
    const { body: other } = await add(api, { name: 'others' })
    expect((await add(api)).error).toBe('there is already a registry credential "our images"')
    const renamed = await api.call(
      'registryCredentialUpdate',
      { params: { id: other.id }, body: { name: 'our images' } },
      api.admin,
    )
    expect(renamed.status).toBe(409)
  })

  test('a credential that apps use stays, and the refusal says how many do', async () => {
    const api = await startWithAdmin(kind, {}, { engine: fakeEngine() })
    const { body: made } = await add(api)
    const params = { id: made.id }
    const forget = () => api.call('registryCredentialDelete', { params }, api.admin)
    const image = 'registry.example.com:5000/team/shop:1'
    for (const name of ['shop', 'shop-admin']) {
      const app = { name, image, port: 80, registry_credential_id: made.id }
      expect((await api.call('appCreate', { body: app }, api.admin)).status).toBe(201)
    }
    const both = await forget()
    expect(both.status).toBe(409)
    expect(both.error).toBe('registry credential "our images" is used by 2 apps: give them another one first')
    const without = (name: string) =>
      api.call('appUpdate', { params: { name }, body: { registry_credential_id: '' } }, api.admin)
    await without('shop')
    expect((await forget()).error).toBe('registry credential "our images" is used by 1 app: give it another one first')
    expect((await api.call('registryCredentialView', { params }, api.admin)).status).toBe(200)
    await without('shop-admin')
    expect((await forget()).status).toBe(204)
  })
})

test.each([
  ['https://ghcr.io', /leave out the scheme/],
  ['ghcr.io/team', /leave out the scheme and the path/],
  ['team', /is not a registry host/],
  ['ghcr.io:99999', /is not a registry host/],
])('the registry host %s is refused', async (registry_host, words) => {
  const api = await startWithAdmin('sqlite')
  const { status, error } = await add(api, { registry_host })
  expect(status).toBe(400)
  expect(error).toMatch(/^registry_host: /)
  expect(error).toMatch(words)
})

test('a stored password does not follow to another host', async () => {
  const api = await startWithAdmin('sqlite')
  const { body: made } = await add(api)
  const params = { id: made.id }
  const elsewhere = { registry_host: 'evil.example.com' }
  const moved = await api.call('registryCredentialUpdate', { params, body: elsewhere }, api.admin)
  expect(moved.status).toBe(400)
  expect(moved.error).toMatch(/needs the password again/)
  const again = await api.call('registryCredentialUpdate', { params, body: { ...elsewhere, password } }, api.admin)
  expect(again.body.registry_host).toBe('evil.example.com')
})

test('without a master key nothing can be kept, and it says so', async () => {
  const api = await startWithAdmin('sqlite', { APP_MASTER_KEY: '' })
  const { status, error } = await add(api)
  expect(status).toBe(501)
  expect(error).toMatch(/registry credential needs a master key/)
})

test('an engine that does not answer is said so', async () => {
  const engine = fakeEngine()
  const api = await startWithAdmin('sqlite', {}, { engine })
  const { body: made } = await add(api)
  engine.goAway()
  const { status } = await api.call('registryCredentialTest', { params: { id: made.id } }, api.admin)
  expect(status).toBe(503)
})
