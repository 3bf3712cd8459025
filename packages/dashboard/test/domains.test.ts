// Domains and certificates in a real browser: added with the DNS record that each needs, changed, refused at the
// field, removed; a certificate is uploaded and deleted. No engine: nothing is served here.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeCertificates } from '../../server/test/support/certificates.ts'
import { callAs } from './support/call-as.ts'
import { admin, withDashboard } from './support/dashboard.ts'
import { startTinyDns } from './support/tiny-dns.ts'

const dns = await startTinyDns()
const dashboard = withDashboard({ isSetUp: true, env: { APP_DNS_SERVERS: dns.address } })
const slow = { timeout: 60_000 }
const viewer = { email: 'vera@example.com', password: 'only looking 1', display_name: 'Vera Rubin', role: 'viewer' }
afterAll(() => dns.close())

test('a domain is added with its DNS record, changed, refused at its field, and removed', async () => {
  dashboard.expectComplaint(/status of 400/)
  const page = await dashboard.openAs(admin, '/apps')
  await callAs(page, 'POST', '/apps', { name: 'shop', port: 8080 })
  await callAs(page, 'PUT', '/settings/ingress', { public_addresses: ['203.0.113.7'] })
  await page.goto('/apps/shop/domains')
  await page.getByRole('row', { name: 'shop.localhost' }).getByText('no ingress').waitFor(slow)

  await page.getByRole('button', { name: 'Add a domain' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Domain', { exact: true }).fill('https://shop.example.com')
  await dialog.getByRole('button', { name: 'Add the domain' }).click()
  await dialog.getByRole('alert').waitFor(slow)
  await dialog.getByLabel('Domain', { exact: true }).fill('Shop.example.com')
  await dialog.getByRole('button', { name: 'Add the domain' }).click()
  await dialog.getByText('There is no record yet').waitFor(slow)
  const record = dialog.getByRole('list', { name: 'Records' }).getByRole('listitem')
  await record.getByRole('button', { name: 'Copy the name shop.example.com' }).waitFor()
  await record.getByRole('button', { name: 'Copy the value 203.0.113.7' }).waitFor()
  dns.zone.set('shop.example.com', '203.0.113.8')
  await dialog.getByText('It leads elsewhere').waitFor(slow)
  dns.zone.set('shop.example.com', '203.0.113.7')
  // By itself: nothing is pressed here.
  await dialog.getByText('It leads here').waitFor(slow)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('row', { name: /^shop\.example\.com/ })
  await row.getByText('as usual').waitFor(slow)
  await row.getByRole('button', { name: 'Edit shop.example.com' }).click()
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Certificate', { exact: true }).selectOption('off')
  await dialog.getByLabel('Requests without TLS').selectOption('redirect')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('http cannot be "redirect" while tls is "off"').first().waitFor(slow)
  expect(await dialog.getByLabel('Requests without TLS').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Certificate', { exact: true }).selectOption('internal')
  await dialog.getByLabel('Browsers remember https').selectOption({ label: '30 days' })
  await dialog.getByLabel('Port of the app').fill('9000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('port 9000, internal certificate, http always to https, HSTS 30 days').waitFor(slow)
  expect(await callAs(page, 'GET', '/apps/shop/domains')).toEqual([
    {
      domain: 'shop.example.com',
      port: 9000,
      redirect_to: null,
      http: 'redirect',
      hsts_seconds: 2_592_000,
      tls: 'internal',
    },
  ])

  await page.goto('/domains')
  const listed = page.getByRole('table', { name: 'Domains' }).getByRole('row', { name: /^shop\.example\.com/ })
  await listed.getByRole('link', { name: 'shop', exact: true }).click()
  await row.getByRole('button', { name: 'Remove shop.example.com' }).click()
  await dialog.getByRole('button', { name: 'Remove the domain' }).click()
  await expect.poll(() => row.count(), slow).toBe(0)
  expect(await callAs(page, 'GET', '/apps/shop/domains')).toEqual([])
})

test('a certificate is uploaded, refused without its key, seen by whoever may only look, and deleted', async () => {
  dashboard.expectComplaint(/status of 400/)
  const { certificates } = await makeCertificates([['shop.example.com', '*.shop.example.com'], ['other.example.com']])
  const [mine, other] = certificates
  if (!mine || !other) throw new Error('two certificates were asked for')
  const page = await dashboard.openAs(admin, '/domains/certificates')
  await callAs(page, 'POST', '/users', viewer)
  const seen = await dashboard.openAs(viewer, '/domains/certificates')
  await seen.getByText('No certificates').waitFor(slow)
  await page.getByRole('link', { name: 'Upload a certificate' }).click()
  const dialog = page.getByRole('dialog')
  const file = join(tmpdir(), `levelrail-${process.pid}.pem`)
  writeFileSync(file, mine.certificate)
  await dialog.getByLabel('Certificate from a file').setInputFiles(file)
  await expect.poll(() => dialog.getByLabel('Certificate', { exact: true }).inputValue(), slow).toBe(mine.certificate)
  await dialog.getByLabel('Private key', { exact: true }).fill(other.privateKey)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByRole('alert').waitFor(slow)
  expect(await dialog.getByLabel('Private key', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Private key', { exact: true }).fill(mine.privateKey)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  const row = page.getByRole('row', { name: 'shop.example.com' })
  await row.getByText('good', { exact: true }).waitFor(slow)
  await row.getByText('uploaded').waitFor()
  await row.getByText('no domain').waitFor()
  expect(await page.content()).not.toContain(mine.privateKey.split('\n')[1])
  // By the stream of changes.
  await seen.getByRole('row', { name: 'shop.example.com' }).waitFor(slow)
  expect(await seen.getByRole('main').getByRole('button', { name: 'Delete' }).count()).toBe(0)

  await row.getByRole('button', { name: /^Delete the certificate of .*shop\.example\.com/ }).click()
  await dialog.getByText('no domain uses it now').waitFor()
  await dialog.getByRole('button', { name: 'Delete the certificate' }).click()
  await page.getByText('No certificates').waitFor(slow)
})

test('the root of the internal authority is told to be missing while there is none', async () => {
  dashboard.expectComplaint(/status of 404/)
  const page = await dashboard.openAs(admin, '/domains')
  await page.getByRole('button', { name: 'Internal root' }).click()
  await page.getByRole('dialog').getByText('There is none to download').waitFor(slow)
})
