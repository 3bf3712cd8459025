// Promotions over the API, with deploys on an engine in memory: the very image goes along, the rest stays. Spec 4.2.
import type { AppCreate } from '@levelrail/contract/schemas/apps.ts'
import type { Promote } from '@levelrail/contract/schemas/promotions.ts'
import { describe, expect, test } from 'vitest'
import { fakeEngine } from '../../src/drivers/container/fake-engine.ts'
import { type As, startWithAdmin } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { storeKinds } from '../support/stores.ts'

/** `web-staging` runs `web:2`; `web`, in production, runs `web:1`. */
async function stages(kind: (typeof storeKinds)[number]) {
  const engine = fakeEngine()
  const api = await startWithAdmin(kind, {}, { engine })
  const digests = [1, 2].map((number) => engine.addImage(`web:${number}`))
  const { body: project } = await api.call('projectCreate', { body: { name: 'Shop' } }, api.admin)
  const environments = await Promise.all(
    ['staging', 'production'].map((name) =>
      api.call('environmentCreate', { params: { id: project.id }, body: { name } }, api.admin),
    ),
  )
  const [staging = '', to = ''] = environments.map(({ body }) => body.id)
  const make = async (body: AppCreate) => {
    expect((await api.call('appCreate', { body: { project_id: project.id, ...body } }, api.admin)).status).toBe(201)
  }
  const ready = async (name: string) =>
    eventually(
      async () =>
        (await api.call('appView', { params: { name } }, api.admin)).body.conditions.find(
          ({ type }) => type === 'Ready',
        )?.status,
    ).toBe('true')
  await make({ name: 'web-staging', image: 'web:2', environment_id: staging, env: { MODE: 'quiet', NEW: '1' } })
  await make({
    name: 'web',
    image: 'web:1',
    environment_id: to,
    replicas: 2,
    env: { MODE: 'loud', OLD: '1' },
  })
  const source = { params: { name: 'web-staging' } }
  const promote = (body: Partial<Promote> = {}, as: As = api.admin) =>
    api.call('appPromote', { ...source, body: { to, ...body } }, as)
  const preview = (query: { target_name?: string; include_env?: boolean; to?: string } = {}, as: As = api.admin) =>
    api.call('appPromotePreview', { ...source, query: { to, ...query } }, as)
  const codes = async (query: { include_env?: boolean } = {}) =>
    (await preview(query)).body.blockers.map(({ code }) => code)
  const web = async () => (await api.call('appView', { params: { name: 'web' } }, api.admin)).body
  return { api, engine, digests, project, staging, to, make, ready, promote, preview, codes, web }
}

describe.each(storeKinds)('on %s', (kind) => {
  test('a freeze window and a missing approval hold it, as the preview says, and it is the very image that goes on', async () => {
    const { api, digests, to, ready, promote, preview, web } = await stages(kind)
    for (const name of ['web-staging', 'web']) await ready(name)
    const ends_at = new Date(Date.now() + 86_400_000).toISOString()
    const body = { name: 'weekend', ends_at, scope: 'environment' as const, scope_id: to }
    const { body: window } = await api.call('freezeCreate', { body }, api.admin)
    const rule = { params: { id: to } }
    await api.call('environmentApprovalRuleSet', { ...rule, body: { required: 1 } }, api.admin)
    expect((await preview()).body.blockers).toMatchObject([
      { code: 'freeze_window_hold', effect: 'held', lifted_by: 'override_freeze' },
      { code: 'approval_pending', effect: 'held', lifted_by: null },
    ])
    await api.call('environmentApprovalRuleDelete', rule, api.admin)
    const { body: held } = await promote()
    expect(held).toMatchObject({ outcome: 'blocked', digest: digests[1], hold: { window: 'weekend' } })
    expect((await web()).running_digest).toBe(digests[0])
    await api.call('freezeDelete', { params: { id: window.id } }, api.admin)
    await eventually(async () => (await web()).current_deploy_id).toBe(held.id)
    expect((await web()).running_digest).toBe(digests[1])
  })

  test('the very image that runs goes along, whatever its tag means by now', async () => {
    const { api, engine, digests, ready, promote, preview, web } = await stages(kind)
    for (const name of ['web-staging', 'web']) await ready(name)
    const { body: plan } = await preview()
    expect(plan).toMatchObject({
      source: { app: 'web-staging', environment_name: 'staging' },
      target: { app: 'web', environment_name: 'production', protected: false },
      image: { before: 'web:1', after: 'web:2', before_digest: digests[0], after_digest: digests[1], changed: true },
      replicas: [{ field: 'replicas', source: '1', target: '2' }],
      resources: [],
      health: [],
      env: { add: ['NEW'], remove: ['OLD'], differ: ['MODE'], masked: [], included: ['MODE', 'NEW', 'OLD'] },
      blockers: [],
    })
    engine.addImage('web:2', { id: 'sha256:moved' })
    const { status, body: deploy } = await promote()
    expect(status).toBe(202)
    expect(deploy).toMatchObject({ app: 'web', source: 'promote', image: 'web:2', digest: digests[1] })
    expect(deploy.note).toContain('promoted from web-staging')
    await eventually(async () => (await web()).current_deploy_id).toBe(deploy.id)
    expect(await web()).toMatchObject({ running_digest: digests[1], replicas: 2, env: { MODE: 'loud', OLD: '1' } })
    const { body: audit } = await api.call('auditList', {}, api.admin)
    expect(audit).toContainEqual(
      expect.objectContaining({ action: 'appPromote', resource: 'apps/web-staging/promote', status: 202 }),
    )
  })

  test('variables go along when asked for, secrets never', async () => {
    const { api, ready, promote, preview, codes, web } = await stages(kind)
    const secret = { params: { name: 'web-staging', key: 'TOKEN' }, body: { value: 'hunter2' } }
    await api.call('appSecretSet', secret, api.admin)
    const app = { params: { name: 'web-staging' } }
    const { body: again } = await api.call('deployCreate', { ...app, body: {} }, api.admin)
    await eventually(async () => (await api.call('appView', app, api.admin)).body.current_deploy_id).toBe(again.id)
    for (const name of ['web-staging', 'web']) await ready(name)
    await eventually(() => codes()).toEqual([])
    const planned = await preview({ include_env: true })
    expect(planned.body.env).toMatchObject({ add: ['NEW', 'TOKEN'], included: ['MODE', 'NEW', 'OLD', 'TOKEN'] })
    const { body: token } = await api.call('tokenCreate', { body: { name: 'ci', abilities: ['deploy'] } }, api.admin)
    expect((await promote({ include_env: true }, token)).error).toContain('include_env needs write')
    const answer = await promote({ include_env: true })
    expect(answer.status).toBe(202)
    const after = await web()
    expect(after.env).toEqual({ MODE: 'quiet', NEW: '1' })
    expect(after.secret_env).toEqual([{ name: 'TOKEN', required: false }])
    const { body: secrets } = await api.call('appSecretList', { params: { name: 'web' } }, api.admin)
    expect(secrets).toMatchObject([{ name: 'TOKEN', set: false }])
    expect(JSON.stringify([planned, answer])).not.toContain('hunter2')
    expect(JSON.stringify(planned)).not.toContain('quiet')
  })

  test('what stands in the way is refused by name, and goes when the request says so', async () => {
    const { api, to, ready, promote, codes, web } = await stages(kind)
    for (const name of ['web-staging', 'web']) await ready(name)
    await api.call('environmentUpdate', { params: { id: to }, body: { protected: true } }, api.admin)
    const before = await web()
    expect(await codes()).toEqual(['protected_environment'])
    const unconfirmed = await promote()
    expect(unconfirmed).toMatchObject({ status: 409, body: { code: 'protected_environment' } })
    expect(unconfirmed.error).toContain('environment "production" is protected; set confirm: true')
    expect((await promote({ confirm: true, override_freeze: true })).error).toContain('override_reason')
    expect((await web()).latest_deploy).toEqual(before.latest_deploy)
    const { body: first } = await promote({ confirm: true })
    await eventually(async () => (await web()).current_deploy_id).toBe(first.id)
    await eventually(async () => (await web()).deploy_in_progress_id).toBe(null)
    expect(await codes()).toEqual(['unchanged', 'protected_environment'])
    expect((await promote({ confirm: true })).body).toMatchObject({ code: 'unchanged' })
    expect((await promote({ confirm: true, force: true })).status).toBe(202)
    await api.call('appStop', { params: { name: 'web' } }, api.admin)
    expect((await promote({ confirm: true, force: true })).body).toMatchObject({ code: 'target_stopped' })
  })

  test('a promotion that is held changes nothing of the app until it goes on', async () => {
    const { api, to, ready, promote, preview, web } = await stages(kind)
    for (const name of ['web-staging', 'web']) await ready(name)
    const ends_at = new Date(Date.now() + 3_600_000).toISOString()
    const window = { name: 'weekend', scope: 'environment' as const, scope_id: to, ends_at }
    expect((await api.call('freezeCreate', { body: window }, api.admin)).status).toBe(201)
    expect((await preview()).body.blockers).toMatchObject([
      { code: 'freeze_window_hold', effect: 'held', lifted_by: 'override_freeze' },
    ])
    const before = await web()
    const { status, body: held } = await promote({ include_env: true })
    expect([status, held.outcome, held.failure?.code]).toEqual([202, 'blocked', 'freeze_window_hold'])
    expect(await web()).toMatchObject({ image: before.image, env: before.env })
    const deploy = { params: { name: 'web', deployId: held.id } }
    const secret = { params: { name: 'web', key: 'LATER' }, body: { value: 'hunter2' } }
    await api.call('appSecretSet', secret, api.admin)
    const override = { ...deploy, body: { override_reason: 'it cannot wait' } }
    expect((await api.call('deployOverride', override, api.admin)).status).toBeLessThan(300)
    await eventually(async () => (await web()).current_deploy_id).toBe(held.id)
    const after = await web()
    expect(after).toMatchObject({ image: 'web:2', env: { MODE: 'quiet', NEW: '1' } })
    expect(after.secret_env).toEqual([{ name: 'LATER', required: false }])
    const overridden = await promote({ force: true, override_freeze: true, override_reason: 'again' })
    expect(overridden.body).toMatchObject({ outcome: 'in_progress', override_reason: 'again' })
  })

  test('a required secret without a value is found before anything is deployed', async () => {
    const { api, ready, promote, codes, web } = await stages(kind)
    for (const name of ['web-staging', 'web']) await ready(name)
    const secret_env = [{ name: 'KEY', required: true }]
    await api.call('appUpdate', { params: { name: 'web' }, body: { secret_env } }, api.admin)
    const before = await web()
    expect(await codes()).toEqual(['missing_env'])
    expect(await promote({ force: true })).toMatchObject({ status: 409, error: expect.stringContaining('KEY') })
    expect((await web()).latest_deploy).toEqual(before.latest_deploy)
    await api.call('appSecretSet', { params: { name: 'web', key: 'KEY' }, body: { value: 'hunter2' } }, api.admin)
    expect((await promote()).status).toBe(202)
  })
})

test('where names do not tell the counterpart, it is asked for', async () => {
  const { api, to, staging, project, make, ready, promote, preview } = await stages('sqlite')
  await ready('web-staging')
  await make({ name: 'web-production', environment_id: to, deploy: false })
  const several = await preview()
  expect(several.body.target.app).toBe(null)
  expect(several.body.blockers).toMatchObject([
    { code: 'no_target', message: expect.stringContaining('web-production') },
  ])
  expect((await promote()).status).toBe(409)
  const { body: deploy } = await promote({ target_name: 'web-production' })
  expect(deploy).toMatchObject({ app: 'web-production', image: 'web:2' })
  expect(await promote({ target_name: 'web-staging' })).toMatchObject({
    status: 400,
    error: expect.stringContaining('target_name'),
  })
  expect((await preview({ to: staging })).error).toContain('already')
  expect((await preview({ to: 'env_unknown' })).error).toContain('to: there is no environment')
  const { body: other } = await api.call('projectCreate', { body: { name: 'Other' } }, api.admin)
  const { body: foreign } = await api.call(
    'environmentCreate',
    { params: { id: other.id }, body: { name: 'production' } },
    api.admin,
  )
  expect((await preview({ to: foreign.id })).error).toContain('another project')
  expect(project.id).not.toBe(other.id)
})

test('an app that never ran, or does not, is not promoted by the way', async () => {
  const { api, staging, make, ready, promote, codes, web } = await stages('sqlite')
  for (const name of ['web-staging', 'web']) await ready(name)
  await make({ name: 'fresh', environment_id: staging, deploy: false })
  const to = (await web()).environment_id
  const fresh = { params: { name: 'fresh' }, body: { to, target_name: 'web', force: true } }
  expect((await api.call('appPromote', fresh, api.admin)).body).toMatchObject({ code: 'never_deployed' })
  await api.call('appStop', { params: { name: 'web-staging' } }, api.admin)
  await eventually(() => codes()).toEqual(['source_not_ready'])
  expect((await promote()).status).toBe(409)
  expect((await promote({ force: true })).status).toBe(202)
})

test('a target outside the policy is not there', async () => {
  const { api, ready, promote, preview } = await stages('sqlite')
  await ready('web-staging')
  const policy = { apps: ['*-staging'], databases: null }
  const { body: token } = await api.call(
    'tokenCreate',
    { body: { name: 'narrow', abilities: ['deploy'], policy } },
    api.admin,
  )
  expect((await preview({}, token)).body).toMatchObject({ target: { app: null }, blockers: [{ code: 'no_target' }] })
  expect((await preview({ target_name: 'web' }, token)).status).toBe(400)
  expect((await promote({ target_name: 'web' }, token)).status).toBe(400)
})
