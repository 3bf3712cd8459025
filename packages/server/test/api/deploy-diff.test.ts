// What a deploy changed and what a rollback would change, told before it is done and without a single value.
import { expect, test } from 'vitest'
import { startWithAdmin } from '../support/api.ts'

test('two deploys are compared by image, settings and names of variables', async () => {
  const api = await startWithAdmin('sqlite')
  const app = { name: 'web' }
  const body = { ...app, image: 'shop:1', env: { MODE: 'quiet' } }
  await api.call('appCreate', { body }, api.admin)
  const first = (await api.call('deployView', { params: { ...app, deployId: 'latest' } }, api.admin)).body
  const secret = { params: { ...app, key: 'API_KEY' }, body: { value: 'correct-horse' } }
  await api.call('appSecretSet', secret, api.admin)
  await api.call('appUpdate', { params: app, body: { env: { MODE: 'loud', NEW: 'x' }, port: 8080 } }, api.admin)
  const second = (await api.call('deployCreate', { params: app, body: { image: 'shop:2' } }, api.admin)).body

  const changed = { params: { ...app, deployId: second.id }, query: { from: first.id } }
  const { body: diff } = await api.call('deployDiff', changed, api.admin)
  expect(diff.fields).toEqual([
    { field: 'image', before: 'shop:1', after: 'shop:2' },
    { field: 'port', before: null, after: '8080' },
  ])
  expect(diff.env).toEqual([
    { key: 'API_KEY', status: 'added', secret: true },
    { key: 'MODE', status: 'changed', secret: false },
    { key: 'NEW', status: 'added', secret: false },
  ])
  expect(JSON.stringify(diff)).not.toContain('correct-horse')

  const back = (as: 'rollback' | 'rollback_with_env') =>
    api.call('deployDiff', { params: { ...app, deployId: first.id }, query: { as, from: second.id } }, api.admin)
  expect((await back('rollback')).body).toEqual({
    fields: [{ field: 'image', before: 'shop:2', after: 'shop:1' }],
    env: [],
  })
  const withEnv = (await back('rollback_with_env')).body.env.map(({ key, status }) => `${key} ${status}`)
  expect(withEnv).toEqual(['API_KEY removed', 'MODE changed', 'NEW removed'])
})

test('a deploy of another app is not found', async () => {
  const api = await startWithAdmin('sqlite')
  for (const name of ['one', 'two']) await api.call('appCreate', { body: { name, image: 'a:1' } }, api.admin)
  const other = (await api.call('deployView', { params: { name: 'two', deployId: 'latest' } }, api.admin)).body.id
  const asked = { params: { name: 'one', deployId: 'latest' }, query: { from: other } }
  expect((await api.call('deployDiff', asked, api.admin)).status).toBe(404)
})
