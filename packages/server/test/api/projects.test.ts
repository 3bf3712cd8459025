// Organizations, projects, environments and where apps are filed, over the API. Spec 1 (2, 3), 2.2, 2.5, 4.3, 7.2.
import { describe, expect, test } from 'vitest'
import { type Api, type As, startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

type Signed = Api & { admin: As }

async function makeOrganization(api: Signed, name = 'Acme') {
  return (await api.call('organizationCreate', { body: { name } }, api.admin)).body
}
async function makeProject(api: Signed, name = 'Shop') {
  return (await api.call('projectCreate', { body: { name } }, api.admin)).body
}
async function makeEnvironment(api: Signed, id: string, name = 'production') {
  return (await api.call('environmentCreate', { params: { id }, body: { name } }, api.admin)).body
}
async function makeApp(api: Signed, name: string, project_id = '', environment_id = '') {
  await api.call('appCreate', { body: { name, deploy: false } }, api.admin)
  if (project_id) await move(api, name, { project_id })
  if (environment_id) await tag(api, name, { environment_id })
}
const move = (api: Signed, name: string, body: { project_id: string }) =>
  api.call('appMoveToProject', { params: { name }, body }, api.admin)
const tag = (api: Signed, name: string, body: { environment_id: string }) =>
  api.call('appMoveToEnvironment', { params: { name }, body }, api.admin)
/** Without conditions: the loop may see to them at any time. */
const view = async (api: Signed, name: string) => {
  const { conditions: _, ...app } = (await api.call('appView', { params: { name } }, api.admin)).body
  return app
}

describe.each(storeKinds)('on %s', (kind) => {
  test('names need not be unique; ids address', async () => {
    const api = await startWithAdmin(kind)
    const [one, other] = [await makeProject(api), await makeProject(api)]
    expect(one).toMatchObject({ name: 'Shop', org_id: '' })
    expect(one.id).not.toBe(other.id)
    expect((await api.call('projectView', { params: { id: other.id } }, api.admin)).body).toEqual(other)
    expect(await api.call('projectView', { params: { id: 'Shop' } }, api.admin)).toMatchObject({
      ...{ status: 404, error: 'no project "Shop"' },
    })
    const organization = await makeOrganization(api)
    expect((await makeOrganization(api)).id).not.toBe(organization.id)
    const [staging, same] = [await makeEnvironment(api, one.id), await makeEnvironment(api, one.id)]
    expect(staging).toMatchObject({ project_id: one.id, name: 'production', protected: false })
    expect(same.id).not.toBe(staging.id)
  })

  test('lists are newest first and paged without a gap', async () => {
    const api = await startWithAdmin(kind)
    const made: string[] = []
    for (const name of ['one', 'two', 'three']) made.unshift((await makeProject(api, name)).id)
    const first = await api.call('projectList', { query: { limit: 2 } }, api.admin)
    const second = await api.call('projectList', { query: { limit: 2, before: first.next ?? '' } }, api.admin)
    expect([...first.body, ...second.body].map(({ id }) => id).sort()).toEqual(made.toSorted())
    expect(second.next).toBeUndefined()
  })

  test('apps are found by project and environment, and those in none', async () => {
    const api = await startWithAdmin(kind)
    const [shop, blog] = [await makeProject(api), await makeProject(api, 'Blog')]
    const live = await makeEnvironment(api, shop.id)
    await makeApp(api, 'web', shop.id, live.id)
    await makeApp(api, 'worker', shop.id)
    await makeApp(api, 'pages', blog.id)
    await makeApp(api, 'alone')
    const found = async (query: { project_id?: string; environment_id?: string; limit?: number }) =>
      (await api.call('appList', { query }, api.admin)).body.map(({ name }) => name)
    expect(await found({ project_id: shop.id })).toEqual(['web', 'worker'])
    expect(await found({ project_id: shop.id, environment_id: live.id })).toEqual(['web'])
    expect(await found({ project_id: shop.id, environment_id: 'none' })).toEqual(['worker'])
    expect(await found({ project_id: 'none' })).toEqual(['alone'])
    expect(await found({ project_id: 'prj_gone' })).toEqual([])
  })

  test('environments of all projects are one list', async () => {
    const api = await startWithAdmin(kind)
    const [shop, blog] = [await makeProject(api), await makeProject(api, 'Blog')]
    const made = [await makeEnvironment(api, shop.id, 'staging'), await makeEnvironment(api, blog.id)]
    const first = await api.call('environmentListAll', { query: { limit: 1 } }, api.admin)
    const second = await api.call('environmentListAll', { query: { limit: 1, before: first.next ?? '' } }, api.admin)
    expect([...first.body, ...second.body].map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort())
    expect(second.next).toBeUndefined()
  })

  test('an app is filed and taken out again; nothing else of it changes', async () => {
    const api = await startWithAdmin(kind)
    const project = await makeProject(api)
    const environment = await makeEnvironment(api, project.id)
    await makeApp(api, 'web')
    const before = await view(api, 'web')
    expect((await move(api, 'web', { project_id: project.id })).body.project_id).toBe(project.id)
    const tagged = await tag(api, 'web', { environment_id: environment.id })
    expect(tagged.body).toMatchObject({ project_id: project.id, environment_id: environment.id })
    await tag(api, 'web', { environment_id: '' })
    await move(api, 'web', { project_id: '' })
    expect({ ...(await view(api, 'web')), updated_at: '' }).toEqual({ ...before, updated_at: '' })
  })

  test('a tag does not go along to another project', async () => {
    const api = await startWithAdmin(kind)
    const [one, other] = [await makeProject(api), await makeProject(api)]
    const environment = await makeEnvironment(api, one.id)
    await makeApp(api, 'web', one.id, environment.id)
    expect((await move(api, 'web', { project_id: one.id })).body.environment_id).toBe(environment.id)
    expect((await move(api, 'web', { project_id: other.id })).body).toMatchObject({
      ...{ project_id: other.id, environment_id: '' },
    })
  })

  test('an unknown, deleted or foreign target is 400 and changes nothing', async () => {
    const api = await startWithAdmin(kind)
    const [project, gone, other] = [await makeProject(api), await makeProject(api), await makeProject(api)]
    const [environment, foreign] = [await makeEnvironment(api, project.id), await makeEnvironment(api, other.id)]
    const organization = await makeOrganization(api)
    await api.call('projectDelete', { params: { id: gone.id } }, api.admin)
    await api.call('organizationDelete', { params: { id: organization.id } }, api.admin)
    await makeApp(api, 'web', project.id, environment.id)
    const before = await view(api, 'web')
    for (const id of [gone.id, 'prj_none', environment.id, project.name])
      expect(await move(api, 'web', { project_id: id })).toMatchObject({
        ...{ status: 400, error: `project_id: there is no project ${JSON.stringify(id)}` },
      })
    expect(await tag(api, 'web', { environment_id: foreign.id })).toMatchObject({
      ...{ status: 400, error: expect.stringMatching(/^environment_id: .*another project/) },
    })
    expect((await tag(api, 'web', { environment_id: 'env_none' })).status).toBe(400)
    for (const id of [organization.id, project.id])
      expect(
        await api.call('projectMove', { params: { id: project.id }, body: { org_id: id } }, api.admin),
      ).toMatchObject({ status: 400, error: expect.stringMatching(/^org_id: there is no organization/) })
    expect(await view(api, 'web')).toEqual(before)
    expect((await api.call('projectView', { params: { id: project.id } }, api.admin)).body).toEqual(project)
  })

  test('bad names and fields are refused by name', async () => {
    const api = await startWithAdmin(kind)
    const project = await makeProject(api)
    for (const name of ['', '  ', 'x'.repeat(101)])
      expect(await api.call('projectCreate', { body: { name } }, api.admin)).toMatchObject({
        ...{ status: 400, error: expect.stringContaining('name') },
      })
    const environment = await makeEnvironment(api, project.id)
    const patch = (body: object) =>
      api.call('environmentUpdate', { params: { id: environment.id }, body: body as never }, api.admin)
    expect(await patch({ name: 'other', protected: true })).toMatchObject({
      ...{ status: 400, error: expect.stringContaining('name') },
    })
    expect((await patch({ protected: true })).body).toEqual({ ...environment, protected: true })
    expect((await api.call('environmentView', { params: { id: environment.id } }, api.admin)).body.protected).toBe(true)
  })

  test('deleting disrupts no member: they lose the label and nothing else', async () => {
    const api = await startWithAdmin(kind)
    const organization = await makeOrganization(api)
    const project = await makeProject(api)
    await api.call('projectMove', { params: { id: project.id }, body: { org_id: organization.id } }, api.admin)
    const [one, other] = [await makeEnvironment(api, project.id), await makeEnvironment(api, project.id)]
    await makeApp(api, 'web', project.id, one.id)
    await makeApp(api, 'api', project.id, other.id)
    const before = await view(api, 'web')

    expect((await api.call('organizationDelete', { params: { id: organization.id } }, api.admin)).status).toBe(204)
    expect((await api.call('projectView', { params: { id: project.id } }, api.admin)).body.org_id).toBe('')
    expect((await api.call('environmentDelete', { params: { id: one.id } }, api.admin)).status).toBe(204)
    expect(await view(api, 'web')).toEqual({ ...before, environment_id: '' })
    expect((await view(api, 'api')).environment_id).toBe(other.id)
    expect((await api.call('projectDelete', { params: { id: project.id } }, api.admin)).status).toBe(204)
    expect(await view(api, 'web')).toEqual({ ...before, environment_id: '', project_id: '' })
    expect(await view(api, 'api')).toMatchObject({ project_id: '', environment_id: '' })
    expect((await api.call('environmentView', { params: { id: other.id } }, api.admin)).status).toBe(404)
    for (const table of ['organizations', 'projects', 'environments', 'shared_variables'] as const)
      expect(await api.ctx.db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('a protected environment wants a confirmation, and without it nothing is created', async () => {
    const api = await startWithAdmin(kind)
    const project = await makeProject(api)
    const environment = await makeEnvironment(api, project.id, 'live "eu"')
    await makeApp(api, 'web', project.id, environment.id)
    const at = { params: { name: 'web' } }
    const body = { image: 'levelrail/test-app:1' }
    const deploy = (more: object = {}) => api.call('deployCreate', { ...at, body: { ...body, ...more } }, api.admin)
    const setProtected = (isProtected: boolean) =>
      api.call('environmentUpdate', { params: { id: environment.id }, body: { protected: isProtected } }, api.admin)
    await setProtected(true)
    const before = await view(api, 'web')
    for (const confirm of [{}, { confirm: false }])
      expect(await deploy(confirm)).toMatchObject({
        ...{ status: 409, error: 'environment "live \\"eu\\"" is protected; set confirm: true to proceed' },
      })
    expect((await api.call('deployList', at, api.admin)).body).toEqual([])
    expect(await view(api, 'web')).toEqual(before)
    expect((await deploy({ confirm: true })).status).toBe(202)
    await setProtected(false)
    expect((await deploy()).status).toBe(202)
  })

  test('an app is made where it belongs; a protected environment wants its first deploy confirmed', async () => {
    const api = await startWithAdmin(kind)
    const [project, other] = [await makeProject(api), await makeProject(api)]
    const [environment, foreign] = [await makeEnvironment(api, project.id), await makeEnvironment(api, other.id)]
    const create = (body: object) =>
      api.call('appCreate', { body: { name: 'web', image: 'levelrail/test-app:1', ...body } }, api.admin)
    const place = { project_id: project.id, environment_id: environment.id }
    const params = { id: environment.id }
    await api.call('environmentUpdate', { params, body: { protected: true } }, api.admin)
    for (const [body, status, error] of [
      [{ project_id: 'prj_none' }, 400, 'project_id: there is no project "prj_none"'],
      [{ environment_id: 'env_none' }, 400, 'environment_id: there is no environment "env_none"'],
      [{ ...place, environment_id: foreign.id }, 400, expect.stringMatching(/^environment_id: .*another project/)],
      [place, 409, 'environment "production" is protected; set confirm: true to proceed'],
      [{ ...place, confirm: false }, 409, expect.stringContaining('set confirm: true')],
    ] as const)
      expect(await create(body)).toMatchObject({ status, error })
    expect((await api.call('appList', {}, api.admin)).body).toEqual([])
    expect(await create({ ...place, name: 'later', deploy: false })).toMatchObject({ status: 201, body: place })
    const made = await create({ ...place, confirm: true })
    expect(made).toMatchObject({ status: 201, body: { ...place, deploy_in_progress_id: expect.any(String) } })
    expect(await create({ name: 'only-tagged', environment_id: foreign.id })).toMatchObject({
      body: { project_id: '', environment_id: foreign.id },
    })
  })

  test('a project is stopped, started and restarted member by member', async () => {
    const api = await startWithAdmin(kind)
    const project = await makeProject(api)
    for (const name of ['shop-web', 'shop-api', 'blog']) await makeApp(api, name, project.id)
    await makeApp(api, 'alone')
    const at = { params: { id: project.id } }
    const suspended = async () =>
      (await api.call('appList', {}, api.admin)).body.filter((app) => app.suspended).map(({ name }) => name)
    expect((await api.call('projectStop', at, api.admin)).body).toEqual({
      ...{ succeeded_apps: ['blog', 'shop-api', 'shop-web'], succeeded_databases: [], failed_apps: [] },
    })
    expect(await suspended()).toEqual(['blog', 'shop-api', 'shop-web'])
    const policy = { apps: ['shop-*'], databases: null }
    const { body: token } = await api.call(
      'tokenCreate',
      { body: { name: 'narrow', abilities: ['deploy'], policy } },
      api.admin,
    )
    expect((await api.call('projectStart', at, { token: token.token })).body).toEqual({
      ...{ succeeded_apps: ['shop-api', 'shop-web'], succeeded_databases: [], failed_apps: ['blog'] },
    })
    expect(await suspended()).toEqual(['blog'])
    const nonce = (await view(api, 'shop-web')).restart_nonce
    expect((await api.call('projectRestart', at, api.admin)).body.succeeded_apps).toHaveLength(3)
    expect((await view(api, 'shop-web')).restart_nonce).not.toBe(nonce)
    expect((await api.call('projectStop', { params: { id: 'prj_none' } }, api.admin)).status).toBe(404)
    const drawn = await api.call('projectTopology', at, { token: token.token })
    expect(drawn.body.nodes.map(({ id }) => id)).toEqual(['app:shop-api', 'app:shop-web'])
  })

  test('moves that meet a delete leave no app in a project that is gone', async () => {
    const api = await startWithAdmin(kind)
    for (let round = 0; round < 5; round++) {
      const project = await makeProject(api)
      const names = [0, 1, 2].map((number) => `app-${round}-${number}`)
      for (const name of names) await makeApp(api, name)
      await Promise.all([
        ...names.map((name) => move(api, name, { project_id: project.id })),
        api.call('projectDelete', { params: { id: project.id } }, api.admin),
      ])
      for (const name of names) expect((await view(api, name)).project_id).toBe('')
    }
  })
})
