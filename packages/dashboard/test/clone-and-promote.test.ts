// Clone and promote in the browser, on a real engine: what is shown beforehand is what happens.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callAs } from './support/call-as.ts'
import { admin, withDashboard } from './support/dashboard.ts'
import { testImage, withEngine } from './support/engine.ts'

const engine = withEngine()
const dashboard = withDashboard({ isSetUp: true, env: { ...engine.env, APP_DEPLOY_READY_TIMEOUT: '60s' } })
const slow = { timeout: 60_000 }
const ids = { project: '', staging: '', production: '' }
const otherImage = 'levelrail/static:1'

beforeAll(async () => {
  const page = await open(admin, '/apps')
  engine.cleanUpAfter((await callAs(page, 'GET', '/system/status')).instance_id)
  ids.project = (await callAs(page, 'POST', '/projects', { name: 'Shop' })).id
  const make = (name: string, isProtected: boolean) =>
    callAs(page, 'POST', `/projects/${ids.project}/environments`, { name, protected: isProtected })
  ids.staging = (await make('staging', false)).id
  ids.production = (await make('production', true)).id
  await callAs(page, 'PUT', `/environments/${ids.staging}/env`, { LEVEL: 'debug' })
  await callAs(page, 'PUT', `/environments/${ids.staging}/env/secrets/SHARED`, { value: 'hunter2' })
  const inShop = { project_id: ids.project, confirm: true }
  await callAs(page, 'POST', '/apps', {
    ...{ name: 'web-staging', image: testImage, port: 8080, ...inShop, environment_id: ids.staging },
    ...{ env: { MODE: 'quiet', NEW: '1' }, domains: ['staging.example.com'] },
    volumes: [{ name: 'data', path: '/data' }],
  })
  await callAs(page, 'PUT', '/apps/web-staging/secrets/TOKEN', { value: 'hunter2' })
  await callAs(page, 'POST', '/apps/web-staging/scheduled-tasks', {
    ...{ name: 'nightly', schedule: '0 3 * * *', command: ['true'] },
  })
  await callAs(page, 'POST', '/apps', {
    ...{ name: 'web', image: otherImage, ...inShop, environment_id: ids.production },
    ...{ replicas: 2, env: { MODE: 'loud', OLD: '1' } },
  })
})

/** With time for a machine that does much else. */
async function open(who: { email: string; password: string }, path: string): Promise<Page> {
  const page = await dashboard.openAs(who, path)
  page.setDefaultTimeout(slow.timeout)
  return page
}

async function served(page: Page, name: string) {
  const ready = async () => {
    const { conditions } = await callAs(page, 'GET', `/apps/${name}`)
    return conditions.find(({ type }: { type: string }) => type === 'Ready')?.status
  }
  await expect.poll(ready, slow).toBe('true')
}

test('an environment is cloned with its apps under names that were chosen', async () => {
  const page = await open(admin, `/projects/${ids.project}/environments`)
  await page.getByRole('link', { name: 'Clone staging' }).click()
  const shared = page.getByRole('region', { name: 'The environment itself' })
  await shared.getByText('LEVEL').waitFor()
  await shared.getByText('Secrets, without their values').waitFor()
  await page.getByText('Not copied: domains, values of secrets, data of volumes.').waitFor()
  const name = page.getByLabel('Name of the new environment')
  await name.fill('production')
  await page.getByText('the project already has an environment "production"').waitFor()
  await name.fill('Q A')
  const copy = page.getByLabel('Name of the copy of web-staging')
  await expect.poll(() => copy.inputValue(), slow).toBe('web-staging-q-a')
  await copy.fill('web')
  await page.getByRole('button', { name: 'Clone with 1 app' }).click()
  await page.getByRole('alert').getByText('there is already an app with this name').waitFor()
  await copy.fill('web-qa')
  await page.getByLabel('Domains of the copy of web-staging').fill('qa.example.com')
  await page.getByRole('button', { name: 'Clone with 1 app' }).click()
  await page.getByText('Q A is recorded').waitFor()
  await page.getByRole('list', { name: 'Clones' }).getByRole('link', { name: 'set TOKEN' }).waitFor()
  await page.getByText('Shared secrets wait for their values').waitFor()
  await page.getByRole('link', { name: 'Open Q A' }).click()
  await page.getByRole('heading', { name: 'Q A' }).waitFor()
  expect(await callAs(page, 'GET', '/apps/web-qa')).toMatchObject({ domains: ['qa.example.com'], latest_deploy: null })
  expect(await callAs(page, 'GET', '/apps/web-qa/scheduled-tasks')).toMatchObject([{ name: 'nightly' }])
})

test('an app is cloned from its page, with the values of its secrets', async () => {
  const page = await open(admin, '/apps/web-staging')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  const name = page.getByLabel('New name')
  await expect.poll(() => name.inputValue(), slow).toBe('web-staging-copy')
  const parts = page.getByRole('region', { name: 'What comes along' })
  await parts.getByText('scheduled tasks').waitFor()
  await parts.getByText('Stays with web-staging alone').waitFor()
  await name.fill('web')
  await page.getByText('the name "web" is taken').waitFor()
  await name.fill('web-two')
  await page.getByLabel('Copy the values of secrets').check()
  await page.getByRole('button', { name: 'Clone' }).click()
  await page.getByRole('heading', { name: 'web-two', exact: true }).waitFor()
  expect(await callAs(page, 'GET', '/apps/web-two/secrets')).toMatchObject([{ name: 'TOKEN', set: true }])
})

test('an app is promoted: both sides, what stands in the way, then the deploy', async () => {
  const page = await open(admin, '/apps/web-staging')
  for (const name of ['web-staging', 'web']) await served(page, name)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Promote to another environment' }).click()
  await page.getByLabel('To environment').selectOption({ label: 'production (protected)' })
  const row = (name: string) => page.getByRole('table', { name: 'Promotion' }).getByRole('row', { name })
  const textOf = async (name: string) => (await row(name).getByRole('cell').allTextContents()).join(' | ')
  await row('image').waitFor()
  await expect.poll(() => textOf('image'), slow).toBe(`image | ${testImage} | ${otherImage} | ${testImage}`)
  expect(await textOf('replicas')).toBe('replicas | 1 | 2 | kept')
  expect(await textOf('NEW')).toBe('NEW | set | missing | stays missing')
  expect(await textOf('MODE')).toBe('MODE | set | set to something else | kept')
  await page.getByLabel('Include its variables').check()
  await expect.poll(() => textOf('NEW'), slow).toBe('NEW | set | missing | added')
  expect(await textOf('OLD')).toBe('OLD | missing | set | removed')
  expect(await page.content()).not.toContain('quiet')
  const submit = page.getByRole('button', { name: 'Promote to production' })
  expect(await submit.isDisabled()).toBe(true)
  await page.getByRole('list', { name: 'What stands in the way' }).getByText('The environment is protected').waitFor()
  await page.getByLabel('Yes, deploy into production, which is protected').check()
  await submit.click()
  await page.getByText('promoted from web-staging').first().waitFor(slow)
  await served(page, 'web')
  const app = async () => (await callAs(page, 'GET', '/apps/web')).running_image
  await expect.poll(app, slow).toBe(testImage)
  expect(await callAs(page, 'GET', '/apps/web')).toMatchObject({ replicas: 2, env: { MODE: 'quiet', NEW: '1' } })
})

test('where there is no counterpart, the way to make one is offered', async () => {
  const page = await open(admin, `/apps/web-two/promote?to=${ids.production}`)
  const blockers = page.getByRole('list', { name: 'What stands in the way' })
  await blockers.getByText('Nothing to promote').waitFor()
  await blockers.getByRole('link', { name: 'Clone it there' }).click()
  await expect.poll(() => page.getByLabel('Environment').inputValue(), slow).toBe(ids.production)
})

test('who may only read sees what a promotion would do, and cannot clone', async () => {
  const viewer = { email: 'viewer@example.com', password: 'long enough here' }
  const first = await open(admin, '/apps')
  await callAs(first, 'POST', '/users', { ...viewer, display_name: 'Vi', role: 'viewer' })
  const page = await open(viewer, `/apps/web-staging/promote?to=${ids.production}`)
  await page.getByRole('table', { name: 'Promotion' }).waitFor()
  await page.getByText('To promote needs the ability deploy').waitFor()
  expect(await page.getByRole('button', { name: 'Promote to production' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'More' }).click()
  const clone = page.getByRole('menuitem', { name: 'Clone' })
  expect(await clone.getAttribute('aria-disabled')).toBe('true')
})
