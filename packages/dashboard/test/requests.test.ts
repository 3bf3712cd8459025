// What comes in through a real ingress, in the browser: counted on the overview without asking again, drawn and told by
// route on its own tab; and the domains of the app with the certificates that answer for them.
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { ask } from '../../server/test/support/ingress-load.ts'
import { freePort } from '../../server/test/support/server.ts'
import { callAs } from './support/call-as.ts'
import { admin, withDashboard } from './support/dashboard.ts'
import { testImage, withEngine } from './support/engine.ts'
import { startTinyDns } from './support/tiny-dns.ts'

const engine = withEngine()
const dns = await startTinyDns()
afterAll(() => dns.close())
const door = { host: `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`, port: await freePort() }
const dashboard = withDashboard({
  isSetUp: true,
  env: {
    ...engine.env,
    APP_DNS_SERVERS: dns.address,
    APP_DEPLOY_READY_TIMEOUT: '60s',
    APP_INGRESS_HTTP_ADDR: `${door.host}:${door.port}`,
    APP_INGRESS_HTTPS_ADDR: `${door.host}:${await freePort()}`,
  },
})
const slow = { timeout: 90_000 }

test('requests are seen on the overview as they come, and by time and route on their tab', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  engine.cleanUpAfter((await callAs(page, 'GET', '/system/status')).instance_id)
  await callAs(page, 'POST', '/apps', { name: 'web', image: testImage, port: 8080 })
  await expect.poll(async () => (await callAs(page, 'GET', '/apps/web')).conditions[0]?.reason, slow).toBe('Serving')
  await callAs(page, 'PUT', '/apps/web/rules', { waf: { presets: ['dot_files'] } })
  await page.goto('/apps/web')
  const glance = page.getByRole('region', { name: 'Requests' })
  await glance.getByText('Nobody asked for anything.').waitFor(slow)

  await expect.poll(async () => (await ask(door, 'web', '/.env')).status, slow).toBe(403)
  for (let count = 0; count < 20; count++) expect((await ask(door, 'web', '/shop/cart')).status).toBe(200)
  const told = async () => (await callAs(page, 'GET', '/apps/web/requests')).summary
  await expect.poll(async () => (await told()).http_2xx, slow).toBeGreaterThanOrEqual(20)
  await expect
    .poll(async () => glance.getByText(`2xx ${(await told()).http_2xx}`, { exact: true }).count(), slow)
    .toBe(1)
  await glance.getByRole('img', { name: /^Requests a second by status/ }).waitFor()
  await glance.getByText('p95').waitFor()

  await glance.getByRole('link', { name: 'All figures' }).click()
  await page.getByRole('table', { name: 'Busiest routes' }).getByRole('row', { name: '/shop/cart' }).waitFor(slow)
  await page.getByLabel('Span').selectOption({ label: 'Last 15 minutes' })
  await expect.poll(() => page.url(), slow).toMatch(/range=15m/)
  const tab = page.getByRole('navigation', { name: 'App' }).getByRole('link', { name: 'Requests' })
  expect(await tab.getAttribute('aria-current')).toBe('page')
  const chart = page.getByRole('slider', { name: /^Time to answer/ })
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chart.getAttribute('aria-valuetext'), slow).toMatch(/, mean /)
  const other = page.getByRole('slider', { name: /^Requests a second/ })
  expect(await other.getAttribute('aria-valuenow')).toBe(await chart.getAttribute('aria-valuenow'))
  await page.keyboard.press('Escape')
  await expect.poll(() => chart.getAttribute('aria-valuetext'), slow).toBe('no point chosen')
})

test('a domain that is served shows the certificate that answers for it, whose root can be downloaded', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  await callAs(page, 'PUT', '/apps/web/domains', [{ domain: 'shop.example.com', tls: 'internal' }])
  await page.goto('/apps/web/domains')
  const row = page.getByRole('row', { name: /^shop\.example\.com/ })
  await row.getByText('serving').waitFor(slow)
  await row.getByText('internal authority').waitFor(slow)
  await row.getByText('good', { exact: true }).waitFor(slow)
  await page.goto('/domains/certificates')
  await page.getByRole('row', { name: 'shop.example.com' }).getByText('good', { exact: true }).waitFor(slow)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Internal root' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('BEGIN CERTIFICATE')
})

test('a certificate that cannot be had says why, and when that is tried again', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  await callAs(page, 'PUT', '/settings/ingress', {
    public_addresses: ['203.0.113.7'],
    acme_enabled: true,
    acme_email: 'ops@example.com',
  })
  await callAs(page, 'PUT', '/apps/web/domains', [{ domain: 'public.example.com', tls: 'acme' }])
  await page.goto('/apps/web/domains')
  const row = page.getByRole('row', { name: /^public\.example\.com/ })
  await row.getByText('by ACME', { exact: true }).waitFor(slow)
  // Nothing is ordered for a name that leads nowhere.
  const domains = page.getByRole('region', { name: 'Domains' })
  await domains.getByText('public.example.com waits for a certificate').waitFor(slow)
  await domains.getByText(/public\.example\.com A 203\.0\.113\.7\. Next try/).waitFor(slow)
  await domains.getByRole('button', { name: 'Try public.example.com now' }).click()
  await page.getByText('A certificate is being ordered').waitFor(slow)
})
