// Made from the route table: what must hold for every route there is, now and later.
import { type Ability, abilities, isAllowed } from '@levelrail/contract/ability.ts'
import { allRoutes, type RouteId, routeIds } from '@levelrail/contract/all-routes.ts'
import { openApi } from '@levelrail/contract/openapi.ts'
import type { Route } from '@levelrail/contract/route.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import specRoutes from '../fixtures/spec-routes.json' with { type: 'json' }
import { type Api, type As, startWithAdmin } from '../support/api.ts'

const gated = routeIds.filter((id) => allRoutes[id].options.ability !== 'none')

/** Sends a request without any body: credentials are judged before anything else is read. */
async function bare(api: Api, id: RouteId, as: As): Promise<number> {
  const { method, path }: Route = allRoutes[id]
  const headers = {
    ...(as.session ? { cookie: `session_token=${as.session}` } : {}),
    ...(as.token ? { authorization: `Bearer ${as.token}` } : {}),
  }
  const response = await api.raw(path.replace(/\{\w+\}/g, 'x'), { method, headers })
  await response.body?.cancel()
  return response.status
}

test('every route refuses a missing and an unknown credential with 401', async () => {
  const api = await startWithAdmin('sqlite')
  for (const id of gated) {
    expect([id, await bare(api, id, {})]).toEqual([id, 401])
    expect([id, await bare(api, id, { token: 'lrt_unknown' })]).toEqual([id, 401])
    expect([id, await bare(api, id, { session: 'lrs_unknown' })]).toEqual([id, 401])
  }
})

test('every route refuses every ability that is not enough with 403, and no ability that is', async () => {
  const api = await startWithAdmin('sqlite')
  for (const held of abilities) {
    const { body } = await api.call('tokenCreate', { body: { name: held, abilities: [held] } }, api.admin)
    for (const id of gated) {
      const needed: Ability | 'session' | 'none' = allRoutes[id].options.ability
      const isEnough = needed !== 'none' && needed !== 'session' && isAllowed([held], needed)
      const status = await bare(api, id, { token: body.token })
      expect([id, held, status === 403]).toEqual([id, held, !isEnough])
    }
  }
})

test('every role reaches exactly what its abilities allow', async () => {
  const api = await startWithAdmin('sqlite')
  const password = 'long enough here'
  for (const [role, held] of [
    ['viewer', ['read']],
    ['operator', ['read:sensitive', 'write', 'deploy']],
  ] as const) {
    const email = `${role}@example.com`
    await api.call('userCreate', { body: { email, password, display_name: role, role } }, api.admin)
    const { session } = await api.call('login', { body: { email, password } })
    for (const id of gated.filter((id) => id !== 'logout')) {
      const needed: Ability | 'session' | 'none' = allRoutes[id].options.ability
      const isEnough = needed === 'session' || (needed !== 'none' && isAllowed(held, needed))
      expect([id, role, (await bare(api, id, { session })) === 403]).toEqual([id, role, !isEnough])
    }
  }
})

describe('the OpenAPI document', () => {
  let document: Record<string, unknown> = {}
  beforeAll(() => {
    document = openApi(allRoutes)
  })

  test('is valid OpenAPI 3.1.0 of API version v1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: 'v1' } })
  })

  test.each(gated)('declares ability and error answers of %s', (id) => {
    const { method, path, options }: Route = allRoutes[id]
    const paths = document.paths as Record<
      string,
      Record<string, { responses: object; 'x-required-ability': string; requestBody?: object }>
    >
    const operation = paths[path]?.[method.toLowerCase()]
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '4XX', 'default']))
    expect(operation?.['x-required-ability']).toBe(options.ability)
    expect(operation?.requestBody !== undefined).toBe(options.body !== undefined)
  })

  test('is served to a token that may read', async () => {
    const api = await startWithAdmin('sqlite')
    const { body } = await api.call('tokenCreate', { body: { name: 'r', abilities: ['read'] } }, api.admin)
    const served = await api.call('openapiView', {}, { token: body.token })
    expect(served.body).toEqual(JSON.parse(JSON.stringify(document)))
  })
})

/** Only ever grows: raise it when routes of the specification are added. */
const specRoutesReached = 66

test('the routes of the specification that exist', () => {
  const ours = new Set(Object.values(allRoutes).map(({ method, path }) => `${method} ${path}`))
  const present = specRoutes.filter(({ method, path }) => ours.has(`${method} ${path}`))
  console.log(`${present.length} of ${specRoutes.length} routes of the specification exist`)
  expect(specRoutes).toHaveLength(179)
  expect(present.length).toBeGreaterThanOrEqual(specRoutesReached)
  for (const { method, path, ability } of present) {
    const row = Object.values(allRoutes).find((route) => route.method === method && route.path === path)
    if (ability !== null) expect([path, row?.options.ability]).toEqual([path, ability])
  }
})
