// Users, roles, tokens and the audit log in the browser. Spec 5, 6.4.
import { expect, test } from 'vitest'
import { admin, withDashboard } from './support/dashboard.ts'

const dashboard = withDashboard({ isSetUp: true })
const viewer = { email: 'vera@example.com', password: 'only looking 1', display_name: 'Vera Rubin' }

test('a token is shown once, works as a bearer, and ends when revoked', async () => {
  const page = await dashboard.openAs(admin, '/tokens')
  await page.getByText('No tokens').waitFor()
  await page.getByRole('link', { name: 'New token' }).click()
  await page.getByLabel('Name', { exact: true }).fill('grafana')
  await page.getByLabel('Ends after').selectOption('7 days')
  await page.getByRole('button', { name: 'Make the token' }).click()
  await page.getByText('This is the only time the token is shown.').waitFor()
  const token = (await page.getByRole('dialog').locator('code').first().textContent()) ?? ''
  const call = () =>
    fetch(`${dashboard.server.url}/api/v1/system/status`, { headers: { authorization: `Bearer ${token}` } })
  expect((await call()).status).toBe(200)

  await page.getByRole('button', { name: 'I have kept it' }).click()
  const row = page.getByRole('row', { name: 'grafana' })
  await row.getByText('active').waitFor()
  expect(await page.content()).not.toContain(token)

  await row.getByRole('button', { name: 'Revoke grafana' }).click()
  await page.getByRole('button', { name: 'Revoke the token' }).click()
  await page.getByText('No tokens').waitFor()
  expect((await call()).status).toBe(401)
  await page.getByRole('link', { name: 'Show 1 ended' }).click()
  await page.getByRole('row', { name: 'grafana' }).getByText('revoked').waitFor()
})

test('a person is added as viewer, and sees no page of admins', async () => {
  const page = await dashboard.openAs(admin, '/users')
  await page.getByRole('link', { name: 'Add a person' }).click()
  await page.getByLabel('E-mail').fill(viewer.email)
  await page.getByLabel('Display name').fill(viewer.display_name)
  await page.getByLabel('First password', { exact: true }).fill(viewer.password)
  await page.getByRole('button', { name: 'Add the person' }).click()
  await page.getByRole('row', { name: viewer.display_name }).getByText('viewer').waitFor()

  const seen = await dashboard.openAs(viewer, '/')
  await seen.getByRole('heading', { name: 'System status' }).waitFor()
  const links = await seen.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
  expect(links).toEqual([
    ...['Apps', 'Projects', 'Domains', 'Approvals', 'Freeze windows'],
    ...['System status', 'Ingress', 'Registries', 'Tokens', 'Account & security'],
  ])
  await seen.goto('/users')
  await seen.getByText('Users is not open to you').waitFor()
  await seen.goto('/tokens/new')
  expect(await seen.getByLabel('root').isDisabled()).toBe(true)
  expect(await seen.getByLabel('read', { exact: true }).isDisabled()).toBe(false)
})

test('Escape closes the drawer and gives the focus back', async () => {
  const page = await dashboard.openAs(admin, '/users')
  const link = page.getByRole('link', { name: viewer.display_name })
  await link.press('Enter')
  await page.getByRole('dialog', { name: viewer.display_name }).waitFor()
  expect(await page.getByLabel('Display name').evaluate((input) => input.matches(':focus'))).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await link.evaluate((element) => element.matches(':focus'))).toBe(true)
})

test('a change of role and policy shows what will change before it is saved', async () => {
  const page = await dashboard.openAs(admin, '/users')
  await page.getByRole('link', { name: viewer.display_name }).click()
  const drawer = page.getByRole('dialog')
  expect(await drawer.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await drawer.getByLabel('Operator').check()
  await drawer.getByLabel('Apps', { exact: true }).selectOption('Only these names')
  await drawer.getByLabel('Names of apps').fill('shop-* blog')
  const changes = drawer.getByRole('list', { name: 'What will change' })
  expect(await changes.textContent()).toContain('Role: viewer → operator')
  await drawer.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: viewer.display_name })
  await row.getByText('operator').waitFor()
  await row.getByText('apps: shop-* blog, every database').waitFor()
})

test('the audit log shows what was just done, and its filters are in the address', async () => {
  const page = await dashboard.openAs(admin, '/audit')
  const table = page.getByRole('table', { name: 'Audit log' })
  await table.getByRole('link', { name: 'userUpdate' }).first().waitFor()
  const time = await table.locator('time').first().getAttribute('title')
  expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? UTC$/)

  await page.getByLabel('Action').fill('tokenRevoke')
  await page.getByLabel('Action').press('Enter')
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  expect(new URL(page.url()).search).toBe('?action=tokenRevoke')
  await page.reload()
  await table.getByRole('link', { name: 'tokenRevoke' }).waitFor()
  expect(await page.getByLabel('Action').inputValue()).toBe('tokenRevoke')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Outcome').selectOption('Refused')
  await table.getByText('refused').first().waitFor()
  await expect.poll(() => table.getByText('done').count()).toBe(0)
})

test('a person is removed only by typing their address', async () => {
  const page = await dashboard.openAs(admin, '/users')
  await page.getByRole('link', { name: viewer.display_name }).click()
  await page.getByRole('button', { name: 'Remove this person' }).click()
  const remove = page.getByRole('button', { name: 'Remove for good' })
  expect(await remove.isDisabled()).toBe(true)
  await page.getByLabel(`Type ${viewer.email} to confirm`).fill(viewer.email)
  await remove.click()
  await page.getByText('You are the only one here').waitFor()
})
