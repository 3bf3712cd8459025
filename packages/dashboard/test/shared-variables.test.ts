// Variables in layers, in the browser, on a real engine: shared at each tier, seen on the app with their layers, and
// running only after a restart. Spec 2.3.
import { expect, test } from 'vitest'
import { callAs } from './support/call-as.ts'
import { admin, withDashboard } from './support/dashboard.ts'
import { testImage, withEngine } from './support/engine.ts'

const engine = withEngine()
const dashboard = withDashboard({ isSetUp: true, env: { ...engine.env, APP_DEPLOY_READY_TIMEOUT: '60s' } })
const slow = { timeout: 60_000 }
const viewer = { email: 'vera@example.com', password: 'only looking 1', display_name: 'Vera Rubin', role: 'viewer' }
const made = { organization: '', project: '', environment: '' }

test('each tier takes variables from a .env text, shows what will change, and seals secrets', async () => {
  const page = await dashboard.openAs(admin, '/projects')
  engine.cleanUpAfter((await callAs(page, 'GET', '/system/status')).instance_id)
  made.organization = (await callAs(page, 'POST', '/organizations', { name: 'Acme' })).id
  made.project = (await callAs(page, 'POST', '/projects', { name: 'Shop' })).id
  await callAs(page, 'PUT', `/projects/${made.project}/organization`, { org_id: made.organization })
  made.environment = (await callAs(page, 'POST', `/projects/${made.project}/environments`, { name: 'live' })).id
  const place = { project_id: made.project, environment_id: made.environment }
  const env = { GREETING: 'of the app', OWN: '1' }
  await callAs(page, 'POST', '/apps', { name: 'web', image: testImage, port: 8080, env, ...place })

  const changes = page.getByRole('list', { name: 'What will change' })
  for (const [path, text] of [
    [`/projects/organizations/${made.organization}`, 'COMPANY=Acme\nLEVEL=organization\n'],
    [`/projects/${made.project}/variables`, '# of the project\nexport LEVEL="project"\nGREETING=shared\n'],
    [`/projects/${made.project}/environments/${made.environment}`, 'LEVEL=environment\nEMPTY=\n'],
  ] as const) {
    await page.goto(path)
    await page.getByText('1 app gets them: web.').waitFor()
    await page.getByRole('button', { name: 'Paste .env' }).click()
    await page.getByLabel('Text of a .env file').fill(`${text}what is this`)
    await page.getByText(/Line \d is not KEY=VALUE\./).waitFor()
    await page.getByLabel('Text of a .env file').fill(text)
    await page.getByRole('button', { name: 'Take 2 variables' }).click()
    expect(await changes.textContent()).toContain('LEVEL: none')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Variables saved').waitFor()
    await changes.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Add a secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('LEVEL')
  await dialog.getByText('LEVEL is a plain variable here').waitFor()
  await dialog.getByLabel('Name').fill('API_KEY')
  await dialog.getByLabel('Value').fill('correct-horse')
  await dialog.getByRole('button', { name: 'Set the value' }).click()
  await page.getByRole('table', { name: 'Secrets' }).getByText('API_KEY').waitFor()
  expect(await page.content()).not.toContain('correct-horse')
  expect(await callAs(page, 'GET', `/environments/${made.environment}/env`)).toEqual({
    ...{ LEVEL: 'environment', EMPTY: '' },
  })

  await page.getByRole('button', { name: 'Export .env' }).click()
  const exported = await dialog.getByLabel('Text of a .env file').inputValue()
  expect(exported.split('\n').sort()).toEqual(['', '# API_KEY is a secret', 'EMPTY=', 'LEVEL=environment'])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('live.env')
})

test('the app tells each value with its layer, what it hides, and whether it runs', async () => {
  const page = await dashboard.openAs(admin, '/apps/web')
  await page.getByRole('status', { name: 'State' }).getByText('Serving').waitFor(slow)
  // What was shared while the first deploy began may run already or not; from here on all of it does.
  await callAs(page, 'POST', '/apps/web/restart')
  await page.getByRole('link', { name: 'Variables' }).click()
  const row = (name: string) => page.getByRole('table', { name: 'What the app gets' }).getByRole('row', { name })
  for (const name of ['COMPANY', 'LEVEL', 'API_KEY'])
    await row(name).getByRole('cell', { name: 'yes', exact: true }).waitFor(slow)
  const cells = async (name: string) => (await row(name).getByRole('cell').allInnerTexts()).slice(1)
  expect(await cells('COMPANY')).toEqual(['Acme', 'organization', '', 'yes'])
  expect(await cells('LEVEL')).toEqual(['environment', 'environment', expect.stringMatching(/org.+project/s), 'yes'])
  expect(await cells('GREETING')).toEqual(['of the app', 'app', 'project', 'yes'])
  expect(await cells('API_KEY')).toEqual(['secret', 'environment', '', 'yes'])

  await callAs(page, 'PUT', `/organizations/${made.organization}/env`, { COMPANY: 'Acme Ltd', FRESH: '1' })
  await row('COMPANY').getByText('with another value').waitFor(slow)
  await row('FRESH').getByText('not yet').waitFor()
  await row('COMPANY').getByRole('link', { name: 'organization' }).click()
  await page.getByRole('heading', { name: 'Acme' }).waitFor()
  await page.goBack()
  const pending = page.getByRole('region', { name: 'Pending edits' })
  await pending.getByText('COMPANY').waitFor()
  await pending.getByRole('button', { name: 'Restart to apply' }).click()
  await row('FRESH').getByRole('cell', { name: 'yes', exact: true }).waitFor(slow)
  await pending.waitFor({ state: 'detached', ...slow })
  // The container that served before takes its network interface along, which cuts what a browser fetches just then.
  await expect.poll(async () => (await callAs(page, 'GET', '/apps/web/replicas')).length, slow).toBe(1)
})

test('a variable of the app that goes leaves what is shared, and says so before', async () => {
  const page = await dashboard.openAs(admin, '/apps/web/variables')
  const form = page.getByRole('form', { name: 'Variables' })
  await form.getByText('Wins over').waitFor()
  await form.getByRole('button', { name: 'Remove variable GREETING' }).click()
  const changes = page.getByRole('list', { name: 'What will change' })
  expect(await changes.textContent()).toContain('GREETING: of the app → what the project shares')
  // Somebody else edits meanwhile; only what was touched here is saved.
  await callAs(page, 'PATCH', '/apps/web/env', { OWN: '2' })
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('table', { name: 'What the app gets' }).getByRole('row', { name: 'GREETING' })
  await row.getByText('shared', { exact: true }).waitFor()
  await row.getByText('with another value').waitFor(slow)
  expect((await callAs(page, 'GET', '/apps/web')).env).toEqual({ OWN: '2' })
})

test('an edit of a tier keeps what somebody else changed meanwhile, and a refusal is said', async () => {
  const page = await dashboard.openAs(admin, `/projects/${made.project}/variables`)
  const form = page.getByRole('form', { name: 'Variables' })
  await form.getByLabel('Value 1').fill('edited here')
  await callAs(page, 'PUT', `/projects/${made.project}/env`, { GREETING: 'shared', LEVEL: 'project', ELSEWHERE: '1' })
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Variables saved').waitFor()
  expect(await callAs(page, 'GET', `/projects/${made.project}/env`)).toEqual({
    ...{ GREETING: 'edited here', LEVEL: 'project', ELSEWHERE: '1' },
  })
  await callAs(page, 'PUT', `/projects/${made.project}/env/secrets/TOKEN`, { value: 'battery-staple' })
  await page.getByRole('table', { name: 'Secrets' }).getByText('TOKEN').waitFor(slow)
  await form.getByRole('button', { name: 'Add a variable' }).click()
  await form.getByLabel('Name 4').fill('TOKEN')
  await form.getByLabel('Value 4').fill('plain')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('alert').getByText('"TOKEN" is a secret here').waitFor()
  await form.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Delete TOKEN' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the secret' }).click()
  await page.getByRole('table', { name: 'Secrets' }).waitFor({ state: 'detached' })
})

test('a viewer sees the variables and can press none of it', async () => {
  const asAdmin = await dashboard.openAs(admin, '/login')
  await callAs(asAdmin, 'POST', '/users', viewer)
  const page = await dashboard.openAs(viewer, `/projects/${made.project}/environments/${made.environment}`)
  await page.getByRole('table', { name: 'Secrets' }).getByText('API_KEY').waitFor()
  expect(await page.getByLabel('Value 1').isDisabled()).toBe(true)
  for (const name of ['Add a secret', 'Add a variable', 'Add apps', 'Protect live', 'Delete live', 'Move web'])
    expect(await page.getByRole('button', { name }).count(), name).toBe(0)
})
