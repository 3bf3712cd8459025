// Variables that organizations, projects and environments share, over the API. Spec 2.3, 2.4, 4.3.
import { describe, expect, test } from 'vitest'
import { type Api, type As, startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

type Signed = Api & { admin: As }
const tiers = ['organization', 'project', 'environment'] as const
type Tier = (typeof tiers)[number]

/** An app in an environment of a project in an organization. */
async function nested(kind: (typeof storeKinds)[number], env: Record<string, string> = {}) {
  const api = await startWithAdmin(kind, env)
  const { body: organization } = await api.call('organizationCreate', { body: { name: 'Acme' } }, api.admin)
  const { body: project } = await api.call('projectCreate', { body: { name: 'Shop' } }, api.admin)
  const inProject = { params: { id: project.id } }
  await api.call('projectMove', { ...inProject, body: { org_id: organization.id } }, api.admin)
  const { body: environment } = await api.call(
    'environmentCreate',
    { ...inProject, body: { name: 'production' } },
    api.admin,
  )
  await api.call('appCreate', { body: { name: 'web', deploy: false } }, api.admin)
  const app = { params: { name: 'web' } }
  await api.call('appMoveToProject', { ...app, body: { project_id: project.id } }, api.admin)
  await api.call('appMoveToEnvironment', { ...app, body: { environment_id: environment.id } }, api.admin)
  const ids: Record<Tier, string> = { organization: organization.id, project: project.id, environment: environment.id }
  return { api, ids, app }
}

const setEnv = (api: Signed, tier: Tier, id: string, body: Record<string, string>) =>
  api.call(`${tier}EnvReplace`, { params: { id }, body }, api.admin)
const setSecret = (api: Signed, tier: Tier, id: string, key: string, value: string) =>
  api.call(`${tier}SecretSet`, { params: { id, key }, body: { value } }, api.admin)

describe.each(storeKinds)('on %s', (kind) => {
  test('every tier keeps plain and secret variables, and never tells a secret', async () => {
    const { api, ids } = await nested(kind)
    for (const tier of tiers) {
      const at = { params: { id: ids[tier] } }
      expect((await api.call(`${tier}EnvView`, at, api.admin)).body).toEqual({})
      expect((await setEnv(api, tier, ids[tier], { B: '2', A: '1' })).body).toEqual({ A: '1', B: '2' })
      expect((await setSecret(api, tier, ids[tier], 'TOKEN', 'hunter2-a')).status).toBe(204)
      expect((await setSecret(api, tier, ids[tier], 'B', 'hunter2-b')).status).toBe(204)
      const answers = [
        await api.call(`${tier}EnvView`, at, api.admin),
        await api.call(`${tier}EnvAll`, at, api.admin),
        await api.call(`${tier}SecretList`, at, api.admin),
        await setEnv(api, tier, ids[tier], { TOKEN: 'plain' }),
      ] as const
      expect(answers[0].body).toEqual({ A: '1' })
      expect(answers[1].body).toEqual([
        { key: 'A', value: '1', secret: false, set: true },
        { key: 'B', value: null, secret: true, set: true },
        { key: 'TOKEN', value: null, secret: true, set: true },
      ])
      expect(answers[2].body).toEqual(['B', 'TOKEN'])
      expect(answers[3]).toMatchObject({ status: 409, error: expect.stringContaining('"TOKEN" is a secret') })
      expect(JSON.stringify(answers)).not.toContain('hunter2')
      expect((await setEnv(api, tier, ids[tier], { C: '3' })).body).toEqual({ C: '3' })
      const gone = { params: { id: ids[tier], key: 'TOKEN' } }
      expect((await api.call(`${tier}SecretDelete`, gone, api.admin)).status).toBe(204)
      expect((await api.call(`${tier}SecretDelete`, gone, api.admin)).status).toBe(404)
      expect((await api.call(`${tier}SecretList`, at, api.admin)).body).toEqual(['B'])
    }
    const stored = await api.ctx.db.selectFrom('shared_variables').selectAll().execute()
    const audit = await api.ctx.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify([stored, audit])).not.toContain('hunter2')
  })

  test('an app sees the tiers that it is in, and the highest value of each variable', async () => {
    const { api, ids, app } = await nested(kind)
    await setEnv(api, 'organization', ids.organization, { A: 'org', ORG: '1' })
    await setEnv(api, 'project', ids.project, { A: 'project', B: 'project' })
    await setSecret(api, 'environment', ids.environment, 'B', 'hunter2')
    await api.call('appUpdate', { ...app, body: { env: { A: 'app', KEY: 'app' } } }, api.admin)
    await api.call('appSecretSet', { params: { name: 'web', key: 'KEY' }, body: { value: 'hunter2-app' } }, api.admin)
    const effective = await api.call('appEnvEffective', app, api.admin)
    expect(effective.body).toEqual([
      { key: 'A', value: 'app', secret: false, layer: 'app', shadows: ['organization', 'project'] },
      { key: 'B', value: null, secret: true, layer: 'environment', shadows: ['project'] },
      { key: 'KEY', value: null, secret: true, layer: 'app_secret', shadows: ['app'] },
      { key: 'ORG', value: '1', secret: false, layer: 'organization', shadows: [] },
    ])
    const layersOf = async () =>
      (await api.call('appEnvEffective', app, api.admin)).body.map(({ key, layer }) => `${key} ${layer}`)
    await api.call('appMoveToEnvironment', { ...app, body: { environment_id: '' } }, api.admin)
    expect(await layersOf()).toEqual(['A app', 'B project', 'KEY app_secret', 'ORG organization'])
    await api.call('projectMove', { params: { id: ids.project }, body: { org_id: '' } }, api.admin)
    expect(await layersOf()).toEqual(['A app', 'B project', 'KEY app_secret'])
    await api.call('appMoveToProject', { ...app, body: { project_id: '' } }, api.admin)
    expect(await layersOf()).toEqual(['A app', 'KEY app_secret'])
    await api.call('appMoveToEnvironment', { ...app, body: { environment_id: ids.environment } }, api.admin)
    expect(await layersOf()).toEqual(['A app', 'B environment', 'KEY app_secret'])
  })

  test('two environments are compared by what their apps would share', async () => {
    const { api, ids } = await nested(kind)
    const { body: staging } = await api.call(
      'environmentCreate',
      { params: { id: ids.project }, body: { name: 'staging' } },
      api.admin,
    )
    await setEnv(api, 'organization', ids.organization, { SAME: 'org', URL: 'org' })
    await setSecret(api, 'project', ids.project, 'TOKEN', 'hunter2')
    await setEnv(api, 'environment', ids.environment, { URL: 'production', ONLY: 'a', MIXED: 'plain' })
    await setEnv(api, 'environment', staging.id, { OTHER: 'b' })
    await setSecret(api, 'environment', staging.id, 'MIXED', 'hunter2')
    const compare = (a: string, b: string) =>
      api.call('environmentCompare', { params: { id: ids.project }, query: { a, b } }, api.admin)
    const { body } = await compare(ids.environment, staging.id)
    expect(body.diff).toEqual([
      { key: 'MIXED', status: 'masked' },
      { key: 'ONLY', status: 'only_a' },
      { key: 'OTHER', status: 'only_b' },
      { key: 'TOKEN', status: 'masked' },
      { key: 'URL', status: 'changed' },
    ])
    expect(body.a).toMatchObject({ environment_id: ids.environment })
    expect(body.a.env).toContainEqual({
      ...{ key: 'URL', value: 'production', secret: false, layer: 'environment', shadows: ['organization'] },
    })
    expect(body.b.env.map(({ key, layer }) => `${key} ${layer}`)).toEqual([
      ...['MIXED environment', 'OTHER environment', 'SAME organization', 'TOKEN project', 'URL organization'],
    ])
    expect(JSON.stringify(body)).not.toContain('hunter2')

    const { body: other } = await api.call('projectCreate', { body: { name: 'Other' } }, api.admin)
    const { body: foreign } = await api.call(
      'environmentCreate',
      { params: { id: other.id }, body: { name: 'x' } },
      api.admin,
    )
    expect(await compare(ids.environment, foreign.id)).toMatchObject({
      ...{ status: 400, error: expect.stringMatching(/^query parameter b: .*another project/) },
    })
    expect((await compare('env_none', staging.id)).error).toMatch(/^query parameter a: there is no environment/)
    const missing = await api.call(
      'environmentCompare',
      { params: { id: ids.project }, query: { a: staging.id } as never },
      api.admin,
    )
    expect(missing).toMatchObject({ status: 400, error: expect.stringContaining('"b"') })
  })

  test('bad variables are refused by name, and nothing is written', async () => {
    const { api, ids } = await nested(kind)
    await setEnv(api, 'project', ids.project, { KEPT: '1' })
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, number) => [`K${number}`, 'v']))
    for (const [env, reason] of [
      [{ '1A': 'x', GOOD: 'y' }, /"1A" is not valid/],
      [{ 'A-B': 'x' }, /"A-B" is not valid/],
      [{ '': 'x' }, /"" is not valid/],
      [{ BIG: 'é'.repeat(32_769) }, /"BIG" is 65538 bytes long/],
      [many, /501 environment variables; at most 500/],
      [{ A: 1 }, /A must be string/],
    ] as const) {
      const refused = await setEnv(api, 'project', ids.project, env as Record<string, string>)
      expect(refused).toMatchObject({ status: 400, error: expect.stringMatching(reason) })
    }
    for (const [key, value] of [
      ['1A', 'x'],
      ['BIG', 'x'.repeat(65_537)],
      ['EMPTY', ''],
    ] as const)
      expect((await setSecret(api, 'project', ids.project, key, value)).status).toBe(400)
    const all = await api.call('projectEnvAll', { params: { id: ids.project } }, api.admin)
    expect(all.body).toEqual([{ key: 'KEPT', value: '1', secret: false, set: true }])
    expect((await setEnv(api, 'project', 'prj_none', {})).status).toBe(404)
    expect((await setSecret(api, 'project', ids.environment, 'A', 'x')).status).toBe(404)
  })

  test('without a master key plain variables work and secrets answer 501', async () => {
    const { api, ids, app } = await nested(kind, { APP_MASTER_KEY: '' })
    expect((await setEnv(api, 'project', ids.project, { A: '1' })).status).toBe(200)
    for (const tier of tiers)
      expect(await setSecret(api, tier, ids[tier], 'A', 'hunter2')).toMatchObject({
        ...{ status: 501, error: expect.stringContaining('master key') },
      })
    expect((await api.call('appEnvEffective', app, api.admin)).body).toMatchObject([{ key: 'A', layer: 'project' }])
  })

  test('what is required may come from a shared tier', async () => {
    const { api, ids, app } = await nested(kind)
    const fields = { image: 'levelrail/test-app:1', secret_env: [{ name: 'API_KEY', required: true }] }
    await api.call('appUpdate', { ...app, body: fields }, api.admin)
    const deploy = async () => (await api.call('deployCreate', { ...app, body: {} }, api.admin)).body
    expect(await deploy()).toMatchObject({ outcome: 'failed', failure: { code: 'missing_env' } })
    await setSecret(api, 'organization', ids.organization, 'API_KEY', 'hunter2')
    expect(await deploy()).toMatchObject({ outcome: 'in_progress' })
  })
})
