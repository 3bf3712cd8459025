// Credentials of registries in the browser, against a registry that a real engine asks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTinyRegistry, type TinyRegistry } from '../../server/test/support/tiny-registry.ts'
import { callAs } from './support/call-as.ts'
import { admin, withDashboard } from './support/dashboard.ts'
import { testImage, withEngine } from './support/engine.ts'

const engine = withEngine()
const dashboard = withDashboard({ isSetUp: true, env: engine.env })
const slow = { timeout: 60_000 }
const viewer = { email: 'vera@example.com', password: 'only looking 1', display_name: 'Vera Rubin', role: 'viewer' }
const password = 'hunter2-of-the-registry'
let registry: TinyRegistry

beforeAll(async () => {
  registry = await startTinyRegistry('gives', { scheme: 'basic', username: 'ci', password })
})
afterAll(() => registry.close())

test('a credential is added, refused, changed, taken, and seen at once by whoever may only look', async () => {
  const page = await dashboard.openAs(admin, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Registries' }).click()
  await page.getByText('Public images need none.').waitFor()
  await callAs(page, 'POST', '/users', viewer)
  const seen = await dashboard.openAs(viewer, '/registries')
  await seen.getByText('No credentials').waitFor()

  await page.getByRole('link', { name: 'Add a credential' }).click()
  await page.getByLabel('Name', { exact: true }).fill('our images')
  await page.getByLabel('Registry', { exact: true }).fill(`https://${registry.host}`)
  await page.getByLabel('User name').fill('ci')
  await page.getByLabel('Password or access token', { exact: true }).fill('not this one')
  dashboard.expectComplaint(/status of 400/)
  await page.getByRole('button', { name: 'Add the credential' }).click()
  await page.getByRole('alert').getByText('leave out the scheme').waitFor()
  await page.getByLabel('Registry', { exact: true }).fill(registry.host)
  await page.getByRole('button', { name: 'Add the credential' }).click()
  const row = page.getByRole('row', { name: 'our images' })
  await row.getByText('none yet').waitFor()
  await row.getByText(registry.host).waitFor()

  const seenRow = seen.getByRole('row', { name: 'our images' })
  await seenRow.getByText('none yet').waitFor(slow)
  expect(await seen.getByRole('main').getByRole('button').count()).toBe(0)
  expect(await seen.getByRole('link', { name: 'Add a credential' }).count()).toBe(0)

  await row.getByRole('button', { name: 'Test our images' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`${registry.host} did not take the credential`).waitFor(slow)
  expect(await dialog.getByRole('alert').textContent()).toContain('401')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await row.getByText('401').waitFor()

  await row.getByRole('button', { name: 'Edit our images' }).click()
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Name', { exact: true }).fill('team images')
  await dialog.getByLabel('Password or access token', { exact: true }).fill(password)
  const changes = await dialog.getByRole('list', { name: 'What will change' }).textContent()
  expect(changes).toContain('our images → team images')
  expect(changes).not.toContain(password)
  await dialog.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('button', { name: 'Test team images' }).click()
  await dialog.getByText(`${registry.host} took the credential`).waitFor(slow)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await seen.getByRole('row', { name: 'team images' }).getByText('Login Succeeded').waitFor(slow)
  expect(await page.content()).not.toContain(password)
})

test('one that apps use stays and names them, and goes when none does', async () => {
  const page = await dashboard.openAs(admin, '/registries')
  await page.getByRole('button', { name: 'Delete team images' }).waitFor()
  engine.cleanUpAfter((await callAs(page, 'GET', '/system/status')).instance_id)
  const [credential] = await callAs(page, 'GET', '/registry-credentials')
  await callAs(page, 'POST', '/apps', { name: 'shop', image: testImage, registry_credential_id: credential.id })

  await page.getByRole('button', { name: 'Delete team images' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete the credential' }).click()
  await dialog.getByText('Apps still use it, so it stays').waitFor()
  await dialog.getByText('is used by 1 app: give it another one first.').waitFor()
  await dialog.getByRole('list', { name: 'Apps that use it' }).getByRole('link', { name: 'shop' }).waitFor()

  await callAs(page, 'PATCH', '/apps/shop', { registry_credential_id: '' })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No credentials').waitFor()
})
