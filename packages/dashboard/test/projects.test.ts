// Organizations, projects and environments in the browser: made, filled, moved, compared, drawn, stopped and removed.
// Spec 2.2, 2.4, 2.5, 4.3.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callAs } from './support/call-as.ts'
import { admin, withDashboard } from './support/dashboard.ts'
import { testImage, withEngine } from './support/engine.ts'

const engine = withEngine()
const dashboard = withDashboard({ isSetUp: true, env: engine.env })
const slow = { timeout: 60_000 }
const viewer = { email: 'vera@example.com', password: 'only looking 1', display_name: 'Vera Rubin', role: 'viewer' }
const limited = {
  ...{ email: 'max@example.com', password: 'only my own 1', display_name: 'Max Planck', role: 'operator' },
  policy: { apps: ['web*'], databases: null },
}

beforeAll(async () => {
  const page = await dashboard.openAs(admin, '/apps')
  engine.cleanUpAfter((await callAs(page, 'GET', '/system/status')).instance_id)
  for (const user of [viewer, limited]) await callAs(page, 'POST', '/users', user)
  for (const name of ['web', 'worker', 'alone']) await callAs(page, 'POST', '/apps', { name })
  await page.close()
}, 120_000)

test('a project is made in an organization and seen at once by whoever may only look', async () => {
  const page = await dashboard.openAs(admin, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click()
  await page.getByText('No projects yet').waitFor()
  const seen = await dashboard.openAs(viewer, '/projects')
  await seen.getByText('No projects yet').waitFor()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New organization' }).click()
  await dialog.getByLabel('Name').fill('Acme')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('region', { name: 'Acme' }).getByText('No project is in it.').waitFor()
  await page.getByRole('button', { name: 'New project' }).click()
  await dialog.getByLabel('Name').fill('Shop')
  await dialog.getByLabel('Organization').selectOption('Acme')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Shop' }).waitFor()
  await page.getByText('No apps in this project').waitFor()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Shop').waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('sho')
  await page.getByRole('option', { name: 'Shop' }).click()
  await dialog.waitFor({ state: 'detached' })

  await seen.getByRole('table', { name: 'Projects of Acme' }).getByRole('link', { name: 'Shop' }).click(slow)
  await seen.getByText('No apps in this project').waitFor()
  expect(await seen.getByRole('main').getByRole('button').count()).toBe(0)
  expect(await seen.getByRole('link', { name: 'New app' }).count()).toBe(0)
})

test('environments are made, protected, and asked about by whoever deploys', async () => {
  const page = await openProject('Shop', 'environments')
  const dialog = page.getByRole('dialog')
  await page.getByText('No environments').waitFor()
  for (const name of ['staging', 'production']) {
    await page.getByRole('button', { name: 'New environment' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('row', { name }).getByText('need no confirmation').waitFor()
  }
  await page.getByRole('button', { name: 'Protect production' }).click()
  await dialog.getByRole('button', { name: 'Protect' }).click()
  await page.getByRole('row', { name: 'production' }).getByText('protected', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Unprotect production' }).count()).toBe(1)
})

test('apps are added, told apart by environment, moved, and made where they belong', async () => {
  const page = await openProject('Shop')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add apps' }).click()
  await dialog.getByLabel('Environment').selectOption('production')
  await dialog.getByLabel('web').check()
  await dialog.getByLabel('worker').check()
  await dialog.getByRole('button', { name: 'Add 2 apps' }).click()
  const apps = page.getByRole('table', { name: 'Apps' })
  await apps.getByRole('row', { name: /^web/ }).getByRole('link', { name: 'production' }).waitFor()

  await page.getByRole('button', { name: 'Move worker' }).click()
  await dialog.getByLabel('Environment').selectOption('staging')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await apps
    .getByRole('row', { name: /^worker/ })
    .getByRole('link', { name: 'staging' })
    .waitFor()
  await page.getByRole('main').getByLabel('Environment').selectOption('staging')
  await expect.poll(() => apps.getByRole('row', { name: /^web/ }).count(), slow).toBe(0)
  await apps.getByRole('row', { name: /^worker/ }).waitFor()

  await page.getByRole('link', { name: 'New app' }).click()
  await page.getByLabel('Name', { exact: true }).fill('api')
  await page.getByLabel('Image').fill(testImage)
  await expect.poll(() => page.getByLabel('Project').evaluate(chosenText), slow).toBe('Acme / Shop')
  await page.getByLabel('Environment').selectOption('production (protected)')
  const create = page.getByRole('button', { name: 'Create and deploy' })
  expect(await create.isDisabled()).toBe(true)
  await page.getByLabel('Yes, deploy to production').check()
  await create.click()
  await page.getByRole('heading', { name: 'api', exact: true }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'production' }).waitFor()

  await page.goto('/apps')
  await page.getByLabel('Project', { exact: true }).selectOption('In none')
  await expect.poll(() => page.getByRole('row', { name: /^web/ }).count(), slow).toBe(0)
  await page.getByRole('row', { name: /^alone/ }).waitFor()
  expect(new URL(page.url()).search).toBe('?project=none')
})

test('a deploy and a move from the page of an app know its place', async () => {
  const page = await dashboard.openAs(admin, '/apps/api')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  expect(await dialog.getByRole('button', { name: 'Deploy' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Yes, deploy to production').check()
  expect(await dialog.getByRole('button', { name: 'Deploy' }).isDisabled()).toBe(false)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/apps/api/settings')
  await page.getByRole('button', { name: 'Move api' }).click()
  expect(await dialog.getByRole('button', { name: 'Move' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Project').selectOption('None')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByText('In no project').waitFor()
  expect(await callAs(page, 'GET', '/apps/api')).toMatchObject({ project_id: '', environment_id: '' })
})

test('a project is stopped member by member, and who could not be is told', async () => {
  const path = await pathOf('Shop')
  const page = await dashboard.openAs(limited, path)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Stop all' }).click()
  await dialog.getByRole('button', { name: 'Stop 1 app' }).click()
  const results = dialog.getByRole('list', { name: 'Results' })
  await results.getByRole('listitem').filter({ hasText: 'web' }).getByText('will stop').waitFor()
  await results.getByRole('listitem').filter({ hasText: 'worker' }).getByText('could not be stopped').waitFor()
  await dialog.getByText('1 of 2 could not be stopped').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect(await callAs(page, 'GET', '/apps/web')).toMatchObject({ suspended: true })

  const asAdmin = await dashboard.openAs(admin, path)
  expect(await callAs(asAdmin, 'GET', '/apps/worker')).toMatchObject({ suspended: false })
  await asAdmin.getByRole('button', { name: 'Start all', exact: true }).click()
  await asAdmin.getByRole('dialog').getByRole('button', { name: 'Start 2 apps' }).click()
  await expect.poll(() => asAdmin.getByRole('dialog').getByText('will start').count(), slow).toBe(2)
})

test('the picture of a project is moved, zoomed and clicked through, and follows what happens', async () => {
  const page = await openProject('Shop', 'topology')
  await callAs(page, 'PATCH', '/apps/web', {
    domains: ['shop.example.com'],
    volumes: [{ name: 'uploads', path: '/data' }],
  })
  const canvas = page.getByRole('application', { name: /^Topology/ })
  await canvas.getByText('shop.example.com', { exact: true }).waitFor(slow)
  await canvas.getByText('uploads /data', { exact: true }).waitFor()
  await canvas.getByText('staging').waitFor()
  const app = canvas.getByRole('link', { name: /^web:/ })
  const place = async () => (await app.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

  const before = await place()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await place()).width / before.width, slow).toBeCloseTo(1.25, 1)
  await canvas.hover()
  await page.mouse.wheel(0, 400)
  await expect.poll(async () => (await place()).width, slow).toBeLessThan(before.width)
  expect(await page.evaluate('scrollY')).toBe(0)
  await canvas.press('0')
  await expect.poll(place, slow).toEqual(before)
  await canvas.press('ArrowRight')
  await expect.poll(async () => before.x - (await place()).x, slow).toBeCloseTo(60, 0)
  await canvas.press('-')
  await expect.poll(async () => (await place()).width / before.width, slow).toBeCloseTo(0.8, 1)
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await expect.poll(place, slow).toEqual(before)

  // A drag that begins on an app moves the picture and opens nothing.
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 40, y - 30, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => before.x - (await place()).x, slow).toBeCloseTo(40, 0)
  expect(new URL(page.url()).pathname).toMatch(/topology$/)
  await app.click()
  await page.getByRole('heading', { name: 'web', exact: true }).waitFor()
  await page.goBack()
  await app.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'web', exact: true }).waitFor()
})

test('two environments are compared side by side, secrets without their values', async () => {
  const page = await openProject('Shop', 'environments')
  const [staging, production] = await environmentsOf(page)
  await callAs(page, 'PUT', `/environments/${staging}/env`, { LOG_LEVEL: 'debug', ONLY_HERE: '1', SAME: 'x' })
  await callAs(page, 'PUT', `/environments/${production}/env`, { LOG_LEVEL: 'warn', SAME: 'x' })
  await callAs(page, 'PUT', `/environments/${production}/env/secrets/API_KEY`, { value: 'correct-horse' })
  await page.getByRole('link', { name: 'Compare' }).click()
  await page.getByLabel('Left').selectOption('staging')
  await expect.poll(() => page.getByLabel('Right').evaluate(chosenText), slow).toBe('production')
  const row = (name: string) => page.getByRole('table', { name: 'Comparison' }).getByRole('row', { name })
  await row('LOG_LEVEL').getByText('differs').waitFor()
  expect(await row('LOG_LEVEL').getByRole('cell').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringContaining('debug'), expect.stringContaining('warn')]),
  )
  await row('ONLY_HERE').getByText('only left').waitFor()
  await row('API_KEY').getByText('only right').waitFor()
  expect(await row('SAME').count()).toBe(0)
  await page.getByLabel('Show what is the same too').check()
  await row('SAME').getByText('=same').waitFor()
  await page.getByRole('button', { name: 'Swap' }).click()
  await row('ONLY_HERE').getByText('only right').waitFor()
  await page.reload()
  await row('ONLY_HERE').getByText('only right').waitFor()
  await callAs(page, 'PUT', `/environments/${production}/env`, { LOG_LEVEL: 'debug', SAME: 'x' })
  await row('LOG_LEVEL').getByText('=same').waitFor(slow)
  expect(await page.content()).not.toContain('correct-horse')
})

test('a project goes to another organization', async () => {
  const page = await openProject('Shop', 'settings')
  await callAs(page, 'POST', '/organizations', { name: 'Northwind' })
  const organization = page.getByRole('combobox', { name: 'Organization' })
  await organization.getByText('Northwind').waitFor({ state: 'attached', ...slow })
  await organization.selectOption('Northwind')
  await page.getByRole('button', { name: 'Move' }).click()
  await page.getByText('Shop was moved').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Northwind' }).click()
  await page.getByRole('table', { name: 'Projects of Northwind' }).getByRole('link', { name: 'Shop' }).waitFor()
})

test('no page of a project overflows a phone', async () => {
  const path = await pathOf('Shop')
  const page = await dashboard.openAs(admin, path, { colorScheme: 'dark', viewport: { width: 375, height: 720 } })
  const [staging] = await environmentsOf(page)
  const parts = ['', '/environments', `/environments/${staging}`, '/environments/compare', '/topology', '/variables']
  for (const part of [...parts.map((end) => `${path}${end}`), `${path}/settings`, '/projects']) {
    await page.goto(part)
    await page.getByRole('heading').first().waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    expect(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      part,
    ).toBe(0)
  }
})

test('what is deleted says what stays: apps run on without the label', async () => {
  const page = await openProject('Shop', 'environments')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Delete staging' }).click()
  await dialog.getByText('1 app loses this label:').waitFor()
  await dialog.getByLabel('Type staging to confirm').fill('staging')
  await dialog.getByRole('button', { name: 'Delete the environment' }).click()
  await page.getByRole('row', { name: 'staging' }).waitFor({ state: 'detached' })
  expect(await callAs(page, 'GET', '/apps/worker')).toMatchObject({ environment_id: '' })

  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete Shop' }).click()
  await dialog.getByText('They run on, in no project.').waitFor()
  await dialog.getByText('web, worker').waitFor()
  const remove = dialog.getByRole('button', { name: 'Delete the project' })
  expect(await remove.isDisabled()).toBe(true)
  await dialog.getByLabel('Type Shop to confirm').fill('Shop')
  await remove.click()
  await page.getByText('Shop was deleted').waitFor()
  expect(await callAs(page, 'GET', '/apps/web')).toMatchObject({ project_id: '', environment_id: '' })

  await page.getByRole('link', { name: 'Northwind' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByLabel('Type Northwind to confirm').fill('Northwind')
  await dialog.getByRole('button', { name: 'Delete the organization' }).click()
  await page.getByText('Northwind was deleted').waitFor()
  await page.getByRole('region', { name: 'Acme' }).waitFor()
})

async function pathOf(name: string): Promise<string> {
  const page = await dashboard.openAs(admin, '/login')
  const projects: { id: string; name: string }[] = await callAs(page, 'GET', '/projects')
  return `/projects/${projects.find((project) => project.name === name)?.id}`
}

async function openProject(name: string, tab = ''): Promise<Page> {
  return dashboard.openAs(admin, `${await pathOf(name)}/${tab}`)
}

/** Staging, then production. */
async function environmentsOf(page: Page): Promise<string[]> {
  const all: { id: string; name: string }[] = await callAs(page, 'GET', '/environments')
  return ['staging', 'production'].map((name) => all.find((environment) => environment.name === name)?.id ?? '')
}

function chosenText(select: Element): string | undefined {
  return select instanceof HTMLSelectElement ? select.selectedOptions[0]?.text : undefined
}
