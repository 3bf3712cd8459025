// Clones of apps and environments over the API: what is copied, made anew and left, and that nothing is written when
// anything is refused. Spec 2.6, 4.3, rulings 12, 13, 15.
import type { EnvironmentClone } from '@levelrail/contract/schemas/clones.ts'
import { describe, expect, test } from 'vitest'
import { secretPlace } from '../../src/features/apps/app-secret-store.ts'
import { sharedSecretPlace } from '../../src/features/env/shared-env-view.ts'
import { type As, startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

const spec = {
  image: 'shop:1',
  port: 8080,
  env: { MODE: 'quiet' },
  secret_env: [{ name: 'TOKEN', required: true }],
  command: ['serve'],
  entrypoint: ['/init'],
  pull_policy: 'never' as const,
  resources: { memory: '512Mi', cpu: '0.5', swap: null, cpuset: null },
  health: { readiness: { type: 'tcp' as const }, liveness: null },
  labels: { team: 'shop' },
  strategy: 'rolling' as const,
  bind_address: 'public',
  hooks: { pre_deploy: { command: ['migrate'] }, post_deploy: null },
  auto_rollback: true,
  exec_enabled: true,
}
const drain = { url: 'https://logs.example.com/hunter2-drain', headers: { Authorization: 'hunter2-header' } }

/** A protected environment with variables, a secret, and two apps; `web` has all that an app can have. */
async function shop(kind: (typeof storeKinds)[number]) {
  const api = await startWithAdmin(kind)
  const { body: project } = await api.call('projectCreate', { body: { name: 'Shop' } }, api.admin)
  const { body: environment } = await api.call(
    'environmentCreate',
    { params: { id: project.id }, body: { name: 'production', protected: true } },
    api.admin,
  )
  const id = environment.id
  await api.call('environmentEnvReplace', { params: { id }, body: { LEVEL: 'warn' } }, api.admin)
  const shared = { params: { id, key: 'SHARED' }, body: { value: 'hunter2-shared' } }
  await api.call('environmentSecretSet', shared, api.admin)
  const place = { project_id: project.id, environment_id: id, deploy: false }
  const own = { domains: ['shop.example.com'], host_port: 5000, volumes: [{ name: 'data', path: '/data' }] }
  const body = { name: 'web', ...spec, ...own, ...place, log_drain: drain }
  expect((await api.call('appCreate', { body }, api.admin)).status).toBe(201)
  await api.call('appCreate', { body: { name: 'worker', image: 'worker:1', ...place } }, api.admin)
  const secret = { params: { name: 'web', key: 'TOKEN' }, body: { value: 'hunter2-token', locked: true } }
  expect((await api.call('appSecretSet', secret, api.admin)).status).toBe(204)
  const task = { name: 'nightly', schedule: '0 3 * * *', command: ['tidy'], time_zone: 'Europe/Berlin', timeout: '5m' }
  await api.call('taskCreate', { params: { name: 'web' }, body: task }, api.admin)
  const clone = (wish: EnvironmentClone, as: As = api.admin) =>
    api.call('environmentClone', { params: { id }, body: wish }, as)
  const view = async (name: string) => (await api.call('appView', { params: { name } }, api.admin)).body
  const tokenFor = async (abilities: ('read' | 'write' | 'deploy' | 'write:sensitive')[], apps?: string[]) => {
    const policy = apps ? { policy: { apps, databases: null } } : {}
    const { body } = await api.call('tokenCreate', { body: { name: 't', abilities, ...policy } }, api.admin)
    return { token: body.token }
  }
  return { api, project, environment, clone, view, tokenFor, stored: () => storedOf(api.ctx.db) }
}

/** All rows that a clone writes; the audit log apart, which also has what was refused. */
async function storedOf(db: Awaited<ReturnType<typeof startWithAdmin>>['ctx']['db']) {
  const tables = ['environments', 'shared_variables', 'app_secrets', 'app_domains', 'tasks', 'app_events'] as const
  const names = (await db.selectFrom('apps').select('name').orderBy('name').execute()).map(({ name }) => name)
  return { names, rows: await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())) }
}

describe.each(storeKinds)('on %s', (kind) => {
  test('a clone of an environment has all of its apps and variables, and runs nothing', async () => {
    const { api, project, environment, clone, view } = await shop(kind)
    const { status, body } = await clone({ new_environment_name: 'Staging 2' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ project_id: project.id, name: 'Staging 2', protected: true })
    expect(body.id).not.toBe(environment.id)
    expect(body.apps).toEqual([
      { source_app: 'web', name: 'web-staging-2', secrets_without_value: ['TOKEN'] },
      { source_app: 'worker', name: 'worker-staging-2', secrets_without_value: [] },
    ])
    expect(body.secrets_without_value).toEqual(['SHARED'])
    const web = await view('web-staging-2')
    expect(web).toMatchObject({
      ...spec,
      project_id: project.id,
      environment_id: body.id,
      domains: [],
      host_port: null,
      log_drain: drain,
      suspended: false,
      current_deploy_id: null,
      latest_deploy: null,
    })
    expect(web.volumes).toEqual([{ name: expect.stringMatching(/^data-[0-9a-f]{6}$/), path: '/data' }])
    expect(web.restart_nonce).not.toBe((await view('web')).restart_nonce)
    const { body: tasks } = await api.call('taskList', { params: { name: 'web-staging-2' } }, api.admin)
    expect(tasks).toMatchObject([
      {
        ...{ app: 'web-staging-2', name: 'nightly', schedule: '0 3 * * *', command: ['tidy'] },
        ...{ time_zone: 'Europe/Berlin', timeout: '5m', enabled: true, last_run: null },
      },
    ])
    const due = await api.ctx.db.selectFrom('tasks').select('next_due_at').where('app', '=', 'web-staging-2').execute()
    expect(due).toEqual([{ next_due_at: expect.any(String) }])
    const { body: secrets } = await api.call('appSecretList', { params: { name: 'web-staging-2' } }, api.admin)
    expect(secrets).toEqual([{ name: 'TOKEN', set: false, required: true, locked: false, updated_at: null }])
    const { body: variables } = await api.call('environmentEnvAll', { params: { id: body.id } }, api.admin)
    expect(variables).toEqual([
      { key: 'LEVEL', value: 'warn', secret: false, set: true },
      { key: 'SHARED', value: null, secret: true, set: false },
    ])
    const { body: events } = await api.call('appEventList', { params: { name: 'web-staging-2' } }, api.admin)
    expect(events).toMatchObject([{ kind: 'created', title: 'Cloned from web', detail: { cloned_from: 'web' } }])
    const { body: audit } = await api.call('auditList', {}, api.admin)
    expect(audit[0]).toMatchObject({ action: 'environmentClone', resource: `environments/${body.id}`, status: 201 })
    expect((await view('web')).domains).toEqual(['shop.example.com'])
  })

  test('what waits for its value is not there: the first deploy says so, and a value makes it whole', async () => {
    const { api, clone } = await shop(kind)
    const { body: cloned } = await clone({ new_environment_name: 'staging' })
    const web = { params: { name: 'web-staging' } }
    const keys = async () =>
      (await api.call('appEnvEffective', web, api.admin)).body.map(({ key, value }) => `${key} ${value}`)
    expect(await keys()).toEqual(['LEVEL warn', 'MODE quiet'])
    const { body: deploy } = await api.call('deployCreate', { ...web, body: { confirm: true } }, api.admin)
    expect(deploy).toMatchObject({ outcome: 'failed', failure: { code: 'missing_env' } })
    const shared = { params: { id: cloned.id, key: 'SHARED' }, body: { value: 'hunter2-new' } }
    expect((await api.call('environmentSecretSet', shared, api.admin)).status).toBe(204)
    expect(await keys()).toEqual(['LEVEL warn', 'MODE quiet', 'SHARED null'])
    // A secret stays one: it cannot be made plain by the way, and can be removed while it has no value.
    const { body: second } = await clone({ new_environment_name: 'qa' })
    const asPlain = { params: { id: second.id }, body: { SHARED: 'plain' } }
    expect((await api.call('environmentEnvReplace', asPlain, api.admin)).status).toBe(409)
    await api.call('environmentEnvReplace', { params: { id: second.id }, body: {} }, api.admin)
    const list = () => api.call('environmentSecretList', { params: { id: second.id } }, api.admin)
    expect((await list()).body).toEqual(['SHARED'])
    const gone = { params: { id: second.id, key: 'SHARED' } }
    expect((await api.call('environmentSecretDelete', gone, api.admin)).status).toBe(204)
    expect((await list()).body).toEqual([])
  })

  test('secrets are sealed anew for their new place, and never shown', async () => {
    const { api, clone } = await shop(kind)
    const answer = await clone({ new_environment_name: 'staging', copy_secret_values: true })
    expect(answer.body).toMatchObject({ secrets_without_value: [], apps: [{ secrets_without_value: [] }, {}] })
    const { db, box } = api.ctx
    const own = await db
      .selectFrom('app_secrets')
      .selectAll()
      .where('app', '=', 'web-staging')
      .executeTakeFirstOrThrow()
    expect(own.locked).toBe(1)
    expect(box?.open(secretPlace('web-staging', 'TOKEN'), own.value_sealed).reveal()).toBe('hunter2-token')
    const rows = db.selectFrom('shared_variables').selectAll().where('owner_id', '=', answer.body.id)
    const shared = await rows.where('key', '=', 'SHARED').executeTakeFirstOrThrow()
    const opened = box?.open(sharedSecretPlace(answer.body.id, 'SHARED'), shared.value_sealed ?? '')
    expect(opened?.reveal()).toBe('hunter2-shared')
    const sealedBefore = await db
      .selectFrom('app_secrets')
      .selectAll()
      .where('app', '=', 'web')
      .executeTakeFirstOrThrow()
    expect(() => box?.open(secretPlace('web-staging', 'TOKEN'), sealedBefore.value_sealed)).toThrow()
    const everything = await Promise.all(
      (['apps', 'app_secrets', 'shared_variables', 'app_events', 'audit_log'] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify([answer, everything])).not.toContain('hunter2')
  })

  test('apps may have other names and domains', async () => {
    const { clone, view } = await shop(kind)
    const apps = [{ source_app: 'web', new_name: 'front', domains: ['Staging.example.com/'] }]
    const { body } = await clone({ new_environment_name: 'staging', apps })
    expect(body.apps.map(({ name }) => name)).toEqual(['front', 'worker-staging'])
    expect((await view('front')).domains).toEqual(['staging.example.com'])
  })

  test.each<[string, EnvironmentClone, number, string]>([
    ['a name of an environment that is there', { new_environment_name: 'production' }, 409, '"production"'],
    [
      'a name that is taken',
      { new_environment_name: 's', apps: [{ source_app: 'worker', new_name: 'web' }] },
      409,
      '"web"',
    ],
    [
      'two apps of one name',
      { new_environment_name: 's', apps: [{ source_app: 'worker', new_name: 'web-s' }] },
      409,
      '"web-s"',
    ],
    [
      'a domain that is taken',
      { new_environment_name: 's', apps: [{ source_app: 'worker', domains: ['shop.example.com'] }] },
      409,
      'belongs to app "web"',
    ],
    [
      'a domain for two',
      {
        new_environment_name: 's',
        apps: [
          { source_app: 'web', domains: ['a.example.com'] },
          { source_app: 'worker', domains: ['a.example.com'] },
        ],
      },
      409,
      '"a.example.com"',
    ],
    [
      'a domain that is none',
      { new_environment_name: 's', apps: [{ source_app: 'worker', domains: ['http://x'] }] },
      400,
      'apps[0].domains',
    ],
    [
      'an app of elsewhere',
      { new_environment_name: 's', apps: [{ source_app: 'other', new_name: 'x' }] },
      400,
      'apps[0].source_app',
    ],
    [
      'an app twice',
      { new_environment_name: 's', apps: [{ source_app: 'web' }, { source_app: 'web' }] },
      400,
      'apps[1].source_app',
    ],
    [
      'a reserved name',
      { new_environment_name: 's', apps: [{ source_app: 'web', new_name: 'none' }] },
      400,
      'apps[0].new_name',
    ],
    ['a name that gives none to apps', { new_environment_name: '生产' }, 400, 'choose one'],
    ['a name that is blank', { new_environment_name: ' ' }, 400, 'new_environment_name'],
  ])('%s is refused, and nothing is written', async (_, wish, status, words) => {
    const { clone, stored } = await shop(kind)
    const before = await stored()
    const answer = await clone(wish)
    expect([answer.status, answer.error]).toEqual([status, expect.stringContaining(words)])
    expect(await stored()).toEqual(before)
  })

  test('one app is cloned into its own place, or another', async () => {
    const { api, project, environment, view } = await shop(kind)
    const web = { params: { name: 'web' } }
    const clone = (body: object) => api.call('appClone', { ...web, body: { new_name: 'x', ...body } }, api.admin)
    const { status, body } = await clone({
      new_name: 'web-two',
      domains: ['two.example.com'],
      copy_secret_values: true,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...spec, name: 'web-two', domains: ['two.example.com'], log_drain: drain })
    expect(body).toMatchObject({ project_id: project.id, environment_id: environment.id, latest_deploy: null })
    const { body: secrets } = await api.call('appSecretList', { params: { name: 'web-two' } }, api.admin)
    expect(secrets).toMatchObject([{ name: 'TOKEN', set: true, locked: true }])
    const { body: other } = await api.call('projectCreate', { body: { name: 'Other' } }, api.admin)
    await clone({ new_name: 'moved', project_id: other.id })
    expect(await view('moved')).toMatchObject({ project_id: other.id, environment_id: '' })
    await clone({ new_name: 'free', project_id: '' })
    expect(await view('free')).toMatchObject({ project_id: '', environment_id: '' })
    expect((await clone({ new_name: 'web' })).status).toBe(409)
    expect((await clone({ domains: ['shop.example.com'] })).status).toBe(409)
    expect((await clone({ project_id: 'prj_x' })).error).toContain('project_id')
    expect((await clone({ environment_id: 'env_x' })).error).toContain('environment_id')
    expect((await clone({ project_id: other.id, environment_id: environment.id })).status).toBe(400)
    expect((await clone({ new_name: 'a'.repeat(49) })).error).toContain('new_name')
    expect((await api.call('appView', { params: { name: 'x' } }, api.admin)).status).toBe(404)
  })

  test('two clones at once end as one clone and one conflict', async () => {
    const { api, clone } = await shop(kind)
    const answers = await Promise.all([1, 2].map(() => clone({ new_environment_name: 'staging' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const { names } = await storedOf(api.ctx.db)
    expect(names).toEqual(['web', 'web-staging', 'worker', 'worker-staging'])
  })
})

test('the preview says what is copied, what is left, and which names are taken', async () => {
  const { api, environment, clone } = await shop('sqlite')
  const preview = async (name: string) =>
    (
      await api.call(
        'environmentClonePreview',
        { params: { id: environment.id }, query: { new_environment_name: name } },
        api.admin,
      )
    ).body
  const before = await preview('staging')
  expect(before).toMatchObject({
    environment_id: environment.id,
    new_environment_name: 'staging',
    name_problem: null,
    protected: true,
    shared_env_keys: ['LEVEL'],
    shared_secret_keys: ['SHARED'],
    hidden_apps: 0,
  })
  const [web, worker] = before.apps
  expect(web).toEqual({
    source_app: 'web',
    suggested_name: 'web-staging',
    name_problem: null,
    image: 'shop:1',
    copied: [...Object.keys(spec), 'log_drain', 'scheduled_tasks'],
    declared_secrets: ['TOKEN'],
    scheduled_task_count: 1,
    volumes: [{ name: 'data', path: '/data' }],
    domains: ['shop.example.com'],
    host_port: 5000,
    left: ['domains', 'host_port', 'secret_values', 'volume_data'],
  })
  expect(worker).toMatchObject({
    suggested_name: 'worker-staging',
    copied: ['image'],
    left: [],
    scheduled_task_count: 0,
  })
  expect(JSON.stringify(before)).not.toContain('hunter2')
  await clone({ new_environment_name: 'staging' })
  const after = await preview('staging')
  expect(after.name_problem).toContain('"staging"')
  expect(after.apps.map(({ name_problem }) => name_problem)).toEqual([
    expect.stringContaining('taken'),
    expect.stringContaining('taken'),
  ])
  const one = await api.call('appClonePreview', { params: { name: 'web' } }, api.admin)
  expect(one.body).toMatchObject({ suggested_name: 'web-copy', name_problem: null, declared_secrets: ['TOKEN'] })
  const named = { params: { name: 'web' }, query: { new_name: 'worker' } }
  expect((await api.call('appClonePreview', named, api.admin)).body.name_problem).toContain('taken')
})

test('values of secrets are copied by who may set them, and apps outside a policy by nobody', async () => {
  const { clone, tokenFor, stored } = await shop('sqlite')
  const before = await stored()
  const deploying = await tokenFor(['deploy'])
  expect((await clone({ new_environment_name: 's', copy_secret_values: true }, deploying)).status).toBe(403)
  const narrow = await tokenFor(['deploy'], ['web*'])
  const refused = await clone({ new_environment_name: 's' }, narrow)
  expect(refused).toMatchObject({ status: 403, error: expect.stringContaining('policy') })
  expect(refused.error).not.toContain('worker')
  const named = await tokenFor(['deploy'], ['web', 'worker', 'web-*'])
  expect((await clone({ new_environment_name: 's' }, named)).error).toContain('worker-s')
  expect(await stored()).toEqual(before)
  expect((await clone({ new_environment_name: 's' }, deploying)).status).toBe(201)
})

test('a drain that the master key does not open is named, and nothing is written', async () => {
  const { api, clone, stored } = await shop('sqlite')
  const sealed = { log_drain_sealed: 'v1.other.a.b' }
  await api.ctx.db.updateTable('apps').set(sealed).where('name', '=', 'web').execute()
  const before = await stored()
  const answer = await clone({ new_environment_name: 's' })
  expect(answer).toMatchObject({ status: 409, error: expect.stringContaining('log drain of app "web"') })
  expect(await stored()).toEqual(before)
})
