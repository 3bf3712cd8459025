// Rules of an app in a real browser: every kind of field is saved and comes back, passwords never do, refusals stand
// at their field, and the maintenance switch is seen on the overview. No engine: nothing is deployed here.
import { expect, test } from 'vitest'
import { callAs } from './support/call-as.ts'
import { admin, withDashboard } from './support/dashboard.ts'

const dashboard = withDashboard({ isSetUp: true })
const slow = { timeout: 30_000 }

async function openRules(name: string) {
  const page = await dashboard.openAs(admin, '/apps')
  await callAs(page, 'POST', '/apps', { name, port: 8080 })
  await page.goto(`/apps/${name}/rules`)
  await page.getByRole('button', { name: 'Turn maintenance on' }).waitFor(slow)
  return { page, read: () => callAs(page, 'GET', `/apps/${name}/rules`) }
}

test('what a person sets is in the rules, and in the form after a reload', async () => {
  const { page, read } = await openRules('whole')
  await page.getByLabel('Requests of one address').fill('20')
  await page.getByLabel('In', { exact: true }).selectOption('minute')
  await page.getByLabel('Allowed').fill('10.0.0.0/8, 192.0.2.7')
  await page.getByLabel('Refused').fill('2001:db8::/32')
  await page.getByLabel('Scanners').check()
  await page.getByLabel('Hidden files').check()
  await page.getByLabel('Patterns of your own').fill('^/wp-admin')
  await page.getByRole('button', { name: 'Add a user' }).click()
  await page.getByLabel('User 1', { exact: true }).fill('ada')
  await page.getByLabel('Password 1', { exact: true }).fill('hunter2 and more')
  await page.getByRole('button', { name: 'Add a request header' }).click()
  await page.getByLabel('Name of request header 1').fill('X-Tier')
  await page.getByLabel('Value of request header 1').fill('gold')
  await page.getByRole('button', { name: 'Add an answer header' }).click()
  await page.getByLabel('Act of answer header 1').selectOption('remove')
  await page.getByLabel('Name of answer header 1').fill('Server')
  await page.getByLabel('Choose').selectOption('roundrobin')
  await page.getByLabel('Keep a visitor at one replica').check()
  await page.getByLabel('Name of the cookie').fill('stay')
  await page.getByLabel('Answer (s)').fill('30')
  await page.getByLabel('Largest body').fill('1.5')
  const changes = await page.getByRole('list', { name: 'What will change' }).textContent()
  expect(changes).toContain('ada (new password)')
  expect(changes).not.toContain('hunter2')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rules saved').waitFor(slow)
  const rules = await read()
  expect(rules).toMatchObject({
    rate_limit: { requests: 20, per: 'minute' },
    ip_allow: ['10.0.0.0/8', '192.0.2.7'],
    ip_deny: ['2001:db8::/32'],
    waf: { presets: ['scanners', 'dot_files'], patterns: ['^/wp-admin'] },
    basic_auth: { users: [{ username: 'ada', has_password: true }] },
    request_headers: [{ name: 'X-Tier', value: 'gold' }],
    response_headers: [{ name: 'Server', value: null }],
    balance: 'roundrobin',
    sticky: { cookie_name: 'stay' },
    timeouts: { connect_seconds: null, response_seconds: 30, idle_seconds: null },
    body_limit_bytes: 1_500_000,
  })
  await page.reload()
  await page.getByLabel('Largest body').waitFor(slow)
  expect(await page.getByLabel('Largest body').inputValue()).toBe('1500')
  expect(await page.getByLabel('Unit').inputValue()).toBe('kB')
  expect(await page.getByLabel('Password 1', { exact: true }).inputValue()).toBe('')
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  // A field that another one changed meanwhile stays as they made it.
  await page.getByLabel('Answer (s)').fill('40')
  await callAs(page, 'PUT', '/apps/whole/rules', { ...rules, ip_deny: [] })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rules saved').waitFor(slow)
  expect(await read()).toEqual({ ...rules, ip_deny: [], timeouts: { ...rules.timeouts, response_seconds: 40 } })
})

test('what the server refuses stands at its field, and unsaved edits are asked about', async () => {
  dashboard.expectComplaint(/status of 400/)
  const { page, read } = await openRules('refused')
  await page.getByLabel('Refused').fill('10.0.0.0/33')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('is no address or network').first().waitFor(slow)
  const field = page.getByLabel('Refused')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => field.evaluate((input) => input === document.activeElement), slow).toBe(true)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await field.fill('10.0.0.0/24')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rules saved').waitFor(slow)
  expect((await read()).ip_deny).toEqual(['10.0.0.0/24'])
})

test('maintenance is turned on with a message, seen on the overview by others at once, and turned off there', async () => {
  const { page, read } = await openRules('closed')
  const other = await dashboard.openAs(admin, '/apps/closed')
  await other.getByRole('heading', { name: 'Facts' }).waitFor(slow)
  await page.getByRole('button', { name: 'Turn maintenance on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What visitors read').fill('Back at noon.')
  await dialog.getByRole('button', { name: 'Turn maintenance on' }).click()
  await page.getByText('Maintenance is on').waitFor(slow)
  expect((await read()).maintenance).toEqual({ enabled: true, message: 'Back at noon.' })
  const banner = other.getByRole('region', { name: 'Maintenance' })
  await banner.getByText('Back at noon.').waitFor(slow)
  await banner.getByRole('button', { name: 'Turn it off' }).click()
  await page.getByRole('button', { name: 'Turn maintenance on' }).waitFor(slow)
  expect((await read()).maintenance).toEqual({ enabled: false, message: 'Back at noon.' })
})
