// Settings of the ingress in a real browser: saved, refused at the field, secret where they must be, and where the
// primary domain leads to.
import { afterAll, expect, test } from 'vitest'
import { callAs } from './support/call-as.ts'
import { admin, withDashboard } from './support/dashboard.ts'
import { startTinyDns } from './support/tiny-dns.ts'

const dns = await startTinyDns()
const dashboard = withDashboard({ isSetUp: true, env: { APP_DNS_SERVERS: dns.address } })
const slow = { timeout: 60_000 }
const viewer = { email: 'vera@example.com', password: 'only looking 1', display_name: 'Vera Rubin', role: 'viewer' }
afterAll(() => dns.close())

test('settings are saved, refused at their field, and the key is never shown', async () => {
  dashboard.expectComplaint(/status of 400/)
  const page = await dashboard.openAs(admin, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ingress' }).click()
  await page.getByLabel('Primary domain', { exact: true }).last().fill('panel')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('write it like panel.example.com').first().waitFor(slow)
  const primary = page.getByRole('textbox', { name: 'Primary domain' })
  expect(await primary.getAttribute('aria-invalid')).toBe('true')
  await primary.fill('panel.example.com')
  await page.getByLabel('Public HTTPS port').fill('443')
  await page.getByLabel('Public addresses').fill('203.0.113.7')
  await page.getByLabel('Get certificates by ACME').check()
  await page.getByLabel('E-mail address').fill('ops@example.com')
  await page.getByLabel('Certificate authority', { exact: true }).selectOption({ label: 'ZeroSSL' })
  await page.getByText('Account binding and private authorities').click()
  await page.getByLabel('Key id').fill('kid-1')
  await page.getByLabel('HMAC key', { exact: true }).fill('c2VjcmV0LWtleQ')
  const changes = await page.getByRole('list', { name: 'What will change' }).textContent()
  expect(changes).toContain('acme_eab_hmac_key: none → a new one')
  expect(changes).not.toContain('c2VjcmV0')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings of the ingress saved').waitFor(slow)
  expect(await callAs(page, 'GET', '/settings/ingress')).toMatchObject({
    primary_domain: 'panel.example.com',
    public_https_port: 443,
    public_addresses: ['203.0.113.7'],
    acme_enabled: true,
    acme_email: 'ops@example.com',
    acme_directory_url: 'https://acme.zerossl.com/v2/DV90',
    acme_eab_key_id: 'kid-1',
    has_acme_eab: true,
  })
  await page.reload()
  await page.getByLabel('Key id').waitFor(slow)
  expect(await page.getByLabel('HMAC key', { exact: true }).inputValue()).toBe('')
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await callAs(page, 'PUT', '/settings/ingress', { acme_enabled: false })
})

test('the primary domain is looked up, and the record to make is told until it is there', async () => {
  const page = await dashboard.openAs(admin, '/')
  await callAs(page, 'PUT', '/settings/ingress', {
    primary_domain: 'panel.example.com',
    public_addresses: ['203.0.113.7'],
  })
  await page.goto('/ingress')
  const check = page.getByRole('region', { name: 'DNS' })
  await check.getByText('There is no record yet').waitFor(slow)
  const record = check.getByRole('list', { name: 'Records' }).getByRole('listitem')
  await record.getByText('panel.example.com').waitFor()
  await record.getByRole('button', { name: 'Copy the value 203.0.113.7' }).waitFor()
  dns.zone.set('panel.example.com', '203.0.113.7')
  await check.getByRole('button', { name: 'Check again' }).click()
  await check.getByText('It leads here').waitFor(slow)
})

test('who only looks sees the settings and cannot change them', async () => {
  const page = await dashboard.openAs(admin, '/')
  await callAs(page, 'POST', '/users', viewer)
  const seen = await dashboard.openAs(viewer, '/ingress')
  await seen.getByText('Changing it needs root.').waitFor(slow)
  expect(await seen.getByLabel('E-mail address').isDisabled()).toBe(true)
  expect(await seen.getByLabel('Get certificates by ACME').isDisabled()).toBe(true)
  // By the stream of changes.
  await callAs(page, 'PUT', '/settings/ingress', { acme_email: 'others@example.com' })
  await expect.poll(() => seen.getByLabel('E-mail address').inputValue(), slow).toBe('others@example.com')
})
