// A held deploy on the real engine: what serves goes on untouched, nothing is made for the held one, and when its window
// is over it is brought into service once.
import { expect, test } from 'vitest'
import {
  containersOf,
  createApp,
  eventually,
  settled,
  startDeploying,
  viewApp,
  viewDeploy,
} from '../support/deploying.ts'

const web = { params: { name: 'web' } }

test('nothing of a held deploy runs until its window ends, and then it runs once', { timeout: 180_000 }, async () => {
  const api = await startDeploying()
  await createApp(api, {})
  expect((await settled(api)).outcome).toBe('healthy')
  const before = (await containersOf(api)).map(({ id }) => id)

  const ends_at = new Date(Date.now() + 20_000).toISOString()
  await api.call('freezeCreate', { body: { name: 'short', ends_at, scope: 'app', scope_id: 'web' } }, api.admin)
  const { body: held } = await api.call('deployCreate', { ...web, body: { note: 'after the freeze' } }, api.admin)
  expect(held).toMatchObject({ outcome: 'blocked', hold: { window: 'short', until: ends_at } })
  await api.call('appUpdate', { ...web, body: { env: { LATER: '1' } } }, api.admin)
  expect((await containersOf(api)).map(({ id }) => id)).toEqual(before)

  await expect
    .poll(async () => (await viewDeploy(api, 'web', held.id)).outcome, { timeout: 90_000, interval: 200 })
    .not.toBe('blocked')
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(ends_at))
  expect((await settled(api, 'web', held.id)).outcome).toBe('healthy')
  await eventually(async () => (await containersOf(api)).length).toBe(1)
  const [container] = await containersOf(api)
  expect(container?.labels['levelrail.deploy']).toBe(held.id)
  // It runs what was asked for then; the later edit waits for the next deploy.
  expect(await viewApp(api)).toMatchObject({ current_deploy_id: held.id, pending: ['env'] })
})

test('a held deploy goes with its app', { timeout: 120_000 }, async () => {
  const api = await startDeploying()
  await api.call(
    'freezeCreate',
    { body: { name: 'all', ends_at: new Date(Date.now() + 3_600_000).toISOString() } },
    api.admin,
  )
  await createApp(api, {})
  expect((await viewDeploy(api)).outcome).toBe('blocked')
  await api.call(
    'freezeCreate',
    {
      body: { name: 'web', ends_at: new Date(Date.now() + 3_600_000).toISOString(), scope: 'app', scope_id: 'web' },
    },
    api.admin,
  )
  await api.call('appApprovalRuleSet', { ...web, body: { required: 1 } }, api.admin)
  await api.call('appDelete', web, api.admin)
  await eventually(async () => (await api.call('freezeList', {}, api.admin)).body.map(({ name }) => name)).toEqual([
    'all',
  ])
  expect((await api.call('approvalRuleList', {}, api.admin)).body).toEqual([])
  expect((await api.call('approvalList', {}, api.admin)).body).toEqual([])
  expect((await api.call('deploymentList', {}, api.admin)).body).toEqual([])
})
