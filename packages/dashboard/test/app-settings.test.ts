// The settings of an app in a real browser: every kind of field is saved and comes back, refusals stand at their
// field, and what is not saved is not lost by a press. No engine: nothing is deployed here.
import { expect, test } from 'vitest'
import { admin, withDashboard } from './support/dashboard.ts'

const dashboard = withDashboard({ isSetUp: true })
const slow = { timeout: 30_000 }

async function openSettings(name: string, record: object = {}, who = admin) {
  const page = await dashboard.openAs(admin, '/apps')
  const { request } = page.context()
  const made = await request.post('/api/v1/apps', { data: { name, port: 8080, ...record } })
  expect(made.status()).toBe(201)
  const settings = who === admin ? page : await dashboard.openAs(who, '/apps')
  await settings.goto(`/apps/${name}/settings`)
  await settings.getByLabel('Replicas', { exact: true }).waitFor(slow)
  const read = async () => (await request.get(`/api/v1/apps/${name}`)).json()
  return { page: settings, request, read }
}

async function addUser(email: string, role: string) {
  const user = { email, password: 'long enough 1', display_name: role, role }
  const asAdmin = await dashboard.openAs(admin, '/apps')
  const made = await asAdmin.context().request.post('/api/v1/users', { data: user })
  expect(made.status()).toBe(201)
  return user
}

test('what a person sets is in the record, and in the form after a reload', async () => {
  const { page, request, read } = await openSettings('whole')
  const credential = await request.post('/api/v1/registry-credentials', {
    data: { name: 'team', registry_host: 'registry.example.com', username: 'bot', password: 'let me in' },
  })
  const { id } = await credential.json()
  await page.reload()
  await page
    .getByLabel('Registry credential')
    .getByText('team: bot at registry.example.com')
    .waitFor({ state: 'attached' })
  await page.getByLabel('Registry credential').selectOption(id)
  await page.getByLabel('Pull the image').selectOption('always')
  await page.getByLabel('Domains').fill('whole.example.com\nexample.com/whole')
  await page.getByLabel('Port of the machine').fill('18081')
  await page.getByLabel('Listens on').selectOption('address')
  await page.getByLabel('IP address').fill('127.0.0.2')
  await page.getByLabel('Roll back by itself').check()
  await page.getByLabel('CPU set').fill('0')
  await page.getByLabel('Before a deploy', { exact: true }).fill(`/bin/sh -c 'sleep 1; echo "a b"'`)
  const words = page.getByRole('list', { name: 'Words of before a deploy' }).getByRole('listitem')
  expect(await words.allTextContents()).toEqual(['/bin/sh', '-c', 'sleep 1; echo "a b"'])
  await page.getByLabel('Before a deploy: longest run').fill('90')
  await page.getByLabel('Allow commands and terminals').check()
  await page.getByText('At once: resources, domains, auto_rollback, exec_enabled.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor(slow)
  expect(await read()).toMatchObject({
    registry_credential_id: id,
    pull_policy: 'always',
    domains: ['whole.example.com', 'example.com/whole'],
    host_port: 18_081,
    bind_address: '127.0.0.2',
    auto_rollback: true,
    exec_enabled: true,
    resources: { cpuset: '0' },
    hooks: { pre_deploy: { command: ['/bin/sh', '-c', 'sleep 1; echo "a b"'], timeout: '90s' }, post_deploy: null },
  })
  await page.reload()
  await page.getByLabel('IP address').waitFor(slow)
  expect(await page.getByLabel('IP address').inputValue()).toBe('127.0.0.2')
  expect(await page.getByLabel('Before a deploy: longest run').inputValue()).toBe('90')
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
})

test('what the server refuses stands at its field, and is gone once it is right', async () => {
  dashboard.expectComplaint(/status of 400/)
  const { page, read } = await openSettings('refused')
  const port = page.getByLabel('Port of the machine')
  await port.fill('443')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/^443 is the machine/)
    .first()
    .waitFor(slow)
  expect(await port.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => port.evaluate((input) => input === document.activeElement), slow).toBe(true)
  expect((await read()).host_port).toBeNull()
  await port.fill('18443')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor(slow)
  expect(await port.getAttribute('aria-invalid')).toBeNull()
  expect((await read()).host_port).toBe(18_443)
})

test('a command with an open quote is not sent', async () => {
  const { page, read } = await openSettings('quoted')
  await page.getByLabel('After a deploy', { exact: true }).fill(`echo "a`)
  await page.getByText('The quote " is not closed.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('After a deploy', { exact: true }).fill(`echo "a"`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor(slow)
  expect((await read()).hooks.post_deploy).toEqual({ command: ['echo', 'a'] })
})

test('leaving with unsaved edits asks first', async () => {
  const { page } = await openSettings('unsaved')
  await page.getByLabel('Memory limit').fill('64Mi')
  await page.getByRole('link', { name: 'Overview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Memory limit').inputValue()).toBe('64Mi')
  await page.getByRole('link', { name: 'Overview' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Conditions' }).waitFor(slow)
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
  await page.getByLabel('Memory limit').waitFor(slow)
  expect(await page.getByLabel('Memory limit').inputValue()).toBe('')
})

test('a log drain is refused at its field, set, and taken away', async () => {
  dashboard.expectComplaint(/status of 400/)
  const { page, read } = await openSettings('drained')
  const form = page.getByRole('form', { name: 'Log drain' })
  await form.getByLabel('Address').fill('ftp://nowhere')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('log_drain.url must be').first().waitFor(slow)
  await form.getByLabel('Address').fill('https://logs.example.com/in?key=1')
  await form.getByRole('button', { name: 'Add a header' }).click()
  await form.getByLabel('Header 1', { exact: true }).fill('Authorization')
  await form.getByLabel('Header value 1').fill('Bearer abc')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Log drain saved').waitFor(slow)
  const drain = { url: 'https://logs.example.com/in?key=1', headers: { Authorization: 'Bearer abc' } }
  expect((await read()).log_drain).toEqual(drain)
  await form.getByLabel('Address').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Logs are not to be forwarded any more').waitFor(slow)
  expect((await read()).log_drain).toBeNull()
})

test('who is not root is told why terminals cannot be turned on', async () => {
  const { page } = await openSettings('closed', {}, await addUser('mae@example.com', 'operator'))
  expect(await page.getByLabel('Allow commands and terminals').isDisabled()).toBe(true)
  await page.getByText('You do not have root.').waitFor()
})

test('a viewer sees where logs go without what is secret of it', async () => {
  const record = { log_drain: { url: 'https://logs.example.com/in?key=1' } }
  const { page } = await openSettings('masked', record, await addUser('vera@example.com', 'viewer'))
  const address = page.getByRole('form', { name: 'Log drain' }).getByLabel('Address')
  expect(await address.inputValue()).toBe('https://logs.example.com/(hidden)')
  expect(await address.isDisabled()).toBe(true)
})
