// Resource policies hold at one gate, for every route that names an app or a database. Rulings 13.
import { get } from '@levelrail/contract/route.ts'
import { closed } from '@levelrail/contract/schemas/common.ts'
import type { Policy } from '@levelrail/contract/schemas/users.ts'
import Type from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { authenticate } from '../../src/features/sessions/authenticate.ts'
import { mayTouch } from '../../src/http/actor.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { startWithAdmin } from '../support/api.ts'

const Named = closed({ name: Type.String() })
const routes = {
  appView: get('/apps/{name}', { ability: 'read', result: Named, summary: '' }),
  databaseView: get('/databases/{name}', { ability: 'read', result: Named, summary: '' }),
}

/** The real gate over two routes that name resources. */
async function gateFor(policy: Policy) {
  const api = await startWithAdmin('sqlite')
  const { body } = await api.call('tokenCreate', { body: { name: 'narrow', abilities: ['read'], policy } }, api.admin)
  const app = await createHttpServer({
    ctx: api.ctx,
    routes,
    handlers: { appView: async (_, { params }) => params, databaseView: async (_, { params }) => params },
    authenticate: (credential, address, readAt, isUse) => authenticate(api.ctx, credential, address, readAt, isUse),
    trustedProxies: [],
    ingressProof: api.ctx.ingressProof,
    dashboardDir: '',
  })
  onTestFinished(() => app.close())
  const ask = async (url: string) => {
    const response = await app.inject({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${body.token}` } })
    return [response.statusCode, response.json()]
  }
  return {
    ask,
    actor: await authenticate(
      api.ctx,
      { kind: 'bearer', text: body.token },
      '',
      await api.ctx.reads.generation(),
      true,
    ),
  }
}

test('a name outside the policy is not found, whether it exists or not', async () => {
  const { ask } = await gateFor({ apps: ['shop-*'], databases: [] })
  expect(await ask('/apps/shop-api')).toEqual([200, { name: 'shop-api' }])
  expect(await ask('/apps/blog')).toEqual([404, { error: 'no app "blog"' }])
  expect(await ask('/databases/shop-db')).toEqual([404, { error: 'no database "shop-db"' }])
})

test('null leaves a kind open', async () => {
  const { ask, actor } = await gateFor({ apps: null, databases: ['main'] })
  expect((await ask('/apps/anything'))[0]).toBe(200)
  expect((await ask('/databases/main'))[0]).toBe(200)
  expect(actor && mayTouch(actor, 'database', 'other')).toBe(false)
})

test('no trick of the address gets around the gate', async () => {
  const { ask } = await gateFor({ apps: ['shop-*'], databases: [] })
  for (const url of [
    '/apps/blog?name=shop-api',
    '/apps/%62log',
    '/apps/shop-api%2f..%2fblog/',
    '/apps//blog',
    '/apps/shop-api/../blog',
  ]) {
    expect([url, (await ask(url))[0]]).toEqual([url, 404])
  }
})
