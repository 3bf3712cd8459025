// Apps and deploys in the browser, on a real engine: from the empty page to the removal. Spec 3.1, 4.2.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admin, withDashboard } from './support/dashboard.ts'
import { testImage, withEngine } from './support/engine.ts'

const engine = withEngine()
const dashboard = withDashboard({ isSetUp: true, env: engine.env })
/** A deploy on a busy machine. */
const slow = { timeout: 60_000 }

test('the empty page offers an example, which becomes a healthy app with phases and a log', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  engine.cleanUpAfter(await instanceOf(page))
  await page.getByText('No apps yet').waitFor()
  await page.getByRole('link', { name: 'Fill in the example' }).click()
  expect(await page.getByLabel('Image').inputValue()).toBe(testImage)
  await page.getByLabel('Name', { exact: true }).fill('web')
  await page.getByRole('button', { name: 'Paste .env' }).click()
  await page.getByLabel('Text of a .env file').fill('# from a file\nexport COLOUR="deep blue"\n')
  await page.getByRole('button', { name: 'Take 1 variable' }).click()
  await page.getByRole('button', { name: 'Add a volume' }).click()
  await page.getByLabel('Volume name 1').fill('data')
  await page.getByLabel('Path in the container 1').fill('/data')
  await page.getByRole('button', { name: 'Create and deploy' }).click()
  await page.getByRole('heading', { name: 'web', exact: true }).waitFor()

  await page.getByRole('link', { name: 'Deploys' }).click()
  await page
    .getByRole('table', { name: 'Deploys' })
    .getByRole('link', { name: /^Deploy dep/ })
    .click()
  await page.getByRole('region', { name: 'Deploy', exact: true }).getByText('healthy').waitFor(slow)
  const phases = page.getByRole('list', { name: 'Phases' })
  await phases.getByText('Done').waitFor(slow)
  // An app that is ready at the first look needs no probing.
  expect(await phases.locator('li p:first-child').allInnerTexts()).toEqual(
    expect.arrayContaining(['Queued', 'Pulling', 'Starting', 'Switching', 'Done']),
  )
  const log = page.getByRole('region', { name: 'Log' })
  await log.getByText('Complete').waitFor()
  await log.getByText(`deploy of ${testImage} asked for by ${admin.email}`).waitFor()
  await log.getByLabel('Search the log').fill('starting')
  await expect.poll(() => log.getByText('asked for by').count()).toBe(0)
  await log.getByText('--- starting').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    log.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^web-dep.+\.log$/)

  await page.getByRole('link', { name: 'Overview' }).click()
  await state(page).getByText('Serving').waitFor(slow)
  const replica = page.getByRole('table', { name: 'Replicas' }).getByRole('row').nth(1)
  await replica.getByText('running, ready').waitFor(slow)
  const address = await page.getByRole('region', { name: 'Address' }).getByRole('link').getAttribute('href')
  expect((await fetch(address ?? '')).status).toBe(200)
})

test('the list finds an app by part of its name, and the search is in the address', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  const row = page.getByRole('row', { name: /web/ })
  await row.getByText('Serving').waitFor()
  expect(await row.textContent()).toContain('1 of 1')
  await page.getByLabel('Search', { exact: true }).fill('shop')
  await page.getByText('No app has “shop” in its name.').waitFor()
  expect(new URL(page.url()).search).toBe('?search=shop')
  await page.getByLabel('Search', { exact: true }).fill('we')
  await row.waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('web')
  await page.getByRole('option', { name: 'web' }).waitFor()
  await page.goto('/')
  await page.getByRole('region', { name: 'Apps' }).getByText('1 ready').waitFor()
})

test('an edit shows what will change, waits, and is applied by a deploy', async () => {
  const page = await dashboard.openAs(admin, '/apps/web/variables')
  await page.getByLabel('Value 1').fill('good evening')
  const changes = page.getByRole('list', { name: 'What will change' })
  expect(await changes.textContent()).toContain('GREETING: hello → good evening')
  await page.getByRole('button', { name: 'Save' }).click()
  const pending = page.getByRole('region', { name: 'Pending edits' })
  expect(await pending.textContent()).toContain('env')
  await page.goto('/apps')
  await page.getByRole('row', { name: /web/ }).getByText('pending').waitFor()

  await page.goto('/apps/web')
  await pending.getByRole('button', { name: 'Deploy to apply' }).click()
  await page.getByLabel('Note').fill('kinder words')
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  await page.getByRole('region', { name: 'Deploy', exact: true }).getByText('healthy').waitFor(slow)
  await page.getByText('kinder words').waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await state(page).getByText('Serving').waitFor(slow)
  await pending.waitFor({ state: 'detached' })
})

test('a secret goes in by name, is locked, and its value never comes back', async () => {
  const page = await dashboard.openAs(admin, '/apps/web/variables')
  await page.getByRole('button', { name: 'Add a secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('API_KEY')
  await dialog.getByLabel('Value').fill('correct-horse')
  await dialog.getByLabel('Lock it').check()
  await dialog.getByRole('button', { name: 'Set the value' }).click()
  const row = page.getByRole('table', { name: 'Secrets' }).getByRole('row', { name: /API_KEY/ })
  await row.getByText('locked').waitFor()
  expect(await page.content()).not.toContain('correct-horse')
  await row.getByRole('button', { name: 'Replace API_KEY' }).click()
  await dialog.getByLabel('Value').fill('battery-staple')
  expect(await dialog.getByRole('button', { name: 'Replace the value' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Replace it although it is locked').check()
  await dialog.getByRole('button', { name: 'Replace the value' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Delete API_KEY' }).click()
  await dialog.getByRole('button', { name: 'Delete the value' }).click()
  await row.getByText('not set').waitFor()
  await row.getByRole('button', { name: 'Forget API_KEY' }).click()
  await row.waitFor({ state: 'detached' })
})

test('settings show the diff, keep what the server refuses, and say it in its words', async () => {
  dashboard.expectComplaint(/status of 400/)
  const page = await dashboard.openAs(admin, '/apps/web/settings')
  await page.getByLabel('Memory limit').fill('lots')
  const changes = page.getByRole('list', { name: 'What will change' })
  expect(await changes.textContent()).toContain('resources.memory: none → lots')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('"lots" is not a size').waitFor()
  await page.getByLabel('Memory limit').fill('256Mi')
  await page.getByLabel('Readiness', { exact: true }).selectOption('HTTP request')
  await page.getByLabel('Readiness: path').fill('/health')
  await page.getByLabel('Interval (s)').fill('0.5')
  expect(await changes.textContent()).toContain('health.readiness.interval: none → 500ms')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor()
  await page.reload()
  expect(await page.getByLabel('Interval (s)').inputValue()).toBe('0.5')
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
})

test('a deploy that fails says why above everything, and the app goes on serving', async () => {
  const page = await dashboard.openAs(admin, '/apps/web')
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await page.getByLabel('Image').fill('levelrail/none-such:1')
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  const card = page.getByRole('alert', { name: 'Why it failed' })
  await card.waitFor(slow)
  await card.getByText('image_pull_failed').waitFor()
  await card.getByText('What served before was not touched.').waitFor()
  await card.getByRole('button', { name: /^(Deploy another image|Try again)$/ }).waitFor()
  await state(page).getByText('Serving').waitFor(slow)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('The last deploy failed: image_pull_failed').waitFor()
})

test('a deploy that goes on shows what is ahead, and can be canceled', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  const { request } = page.context()
  await request.post('/api/v1/apps', { data: { name: 'deaf', image: testImage, port: 9999 } })
  await page.goto('/apps/deaf')
  await page.getByRole('link', { name: 'Follow the deploy' }).click()
  const phases = page.getByRole('list', { name: 'Phases' })
  const probing = phases.getByRole('listitem').filter({ hasText: 'Probing' }).locator('code')
  await phases.getByText('Switching').waitFor()
  await expect.poll(() => probing.textContent(), slow).toMatch(/^[1-9][\d.]* s$/)
  await page.getByRole('button', { name: 'Cancel the deploy' }).click()
  await page.getByRole('region', { name: 'Deploy', exact: true }).getByText('canceled').waitFor()
  await page.getByRole('region', { name: 'Log' }).getByText('Complete').waitFor()
  // Its own page would ask for it once more, and be told that it is gone.
  await page.goto('/apps')
  await request.delete('/api/v1/apps/deaf')
})

test('a rollback says what it changes and brings the earlier deploy back', async () => {
  const page = await dashboard.openAs(admin, '/apps/web')
  await page.getByRole('button', { name: 'Roll back' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bring its variables and secrets back too').check()
  await dialog.getByRole('list', { name: 'What will change' }).getByText('GREETING').waitFor()
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  const deploy = page.getByRole('region', { name: 'Deploy', exact: true })
  await deploy.getByText('healthy').waitFor(slow)
  await deploy.getByText(/rollback by/i).waitFor()
})

test('a canary gets a share of the requests, more when told, and takes over', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  const { request } = page.context()
  await request.post('/api/v1/apps', { data: { name: 'birds', image: testImage, port: 8080 } })
  await page.goto('/apps/birds')
  await state(page).getByText('Serving').waitFor(slow)
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Share of the requests in percent').fill('20')
  await dialog.getByRole('button', { name: 'Deploy' }).click()
  const card = page.getByRole('region', { name: 'Canary' })
  await card.getByText('It gets 20 % of the requests.').waitFor(slow)
  await card.getByLabel('Share in percent').fill('50')
  await card.getByRole('button', { name: 'Change the share' }).click()
  await card.getByText('It gets 50 % of the requests.').waitFor()
  await card.getByRole('button', { name: 'Let it take over' }).click()
  await page.getByRole('region', { name: 'Deploy', exact: true }).getByText('healthy').waitFor(slow)
  await card.waitFor({ state: 'detached' })
  await page.goto('/apps')
  await request.delete('/api/v1/apps/birds')
})

test('an app is stopped, started and restarted', async () => {
  const page = await dashboard.openAs(admin, '/apps/web')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Stop the app' }).click()
  await state(page).getByText('Stopped', { exact: true }).waitFor(slow)
  await page.getByText('No container is there now.').waitFor(slow)
  expect(await page.getByRole('button', { name: 'Deploy', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await state(page).getByText('Serving').waitFor(slow)
  await page.getByRole('button', { name: 'Restart', exact: true }).click()
  await page.getByText('web restarts with its settings as they are now').waitFor()
})

test('a viewer sees all of it and can press none of it', async () => {
  const viewer = { email: 'vera@example.com', password: 'only looking 1', display_name: 'Vera Rubin', role: 'viewer' }
  const asAdmin = await dashboard.openAs(admin, '/apps')
  await asAdmin.context().request.post('/api/v1/users', { data: viewer })
  const page = await dashboard.openAs(viewer, '/apps/web')
  await page.getByRole('button', { name: 'Deploy', exact: true }).waitFor()
  for (const name of ['Deploy', 'Restart', 'Stop', 'Roll back'])
    expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true)
  await page.goto('/apps/web/variables')
  expect(await page.getByLabel('Value 1').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Add a secret' }).isDisabled()).toBe(true)
  await page.goto('/apps/web/settings')
  expect(await page.getByLabel('Replicas', { exact: true }).isDisabled()).toBe(true)
  await page.goto('/apps/new')
  await page.getByText('New app is not open to you').waitFor()
})

test('no page of an app overflows a phone', async () => {
  const page = await dashboard.openAs(admin, '/apps', { colorScheme: 'dark', viewport: { width: 375, height: 720 } })
  for (const path of ['/apps', '/apps/web', '/apps/web/deploys', '/apps/web/variables', '/apps/web/settings']) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    expect(await overflow(page), path).toBe(0)
  }
  await page.goto('/apps/web/deploys')
  await page
    .getByRole('link', { name: /^Deploy dep/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Log' }).getByText('Complete').waitFor()
  expect(await overflow(page)).toBe(0)
})

test('an app is deleted by typing its name, and its volume is said to stay', async () => {
  const page = await dashboard.openAs(admin, '/apps/web/settings')
  await page.getByRole('button', { name: 'Delete web' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.textContent()).toContain('its volumes with all data (data)')
  const remove = dialog.getByRole('button', { name: 'Delete for good' })
  expect(await remove.isDisabled()).toBe(true)
  await dialog.getByLabel('Type web to confirm').fill('web')
  await remove.click()
  await page.getByText('No apps yet').waitFor()
})

function state(page: Page) {
  return page.getByRole('status', { name: 'State' })
}

async function instanceOf(page: Page): Promise<string> {
  const answer = await page.context().request.get('/api/v1/system/status')
  return (await answer.json()).instance_id
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}
