// First run, sign-in, and the second factor, as a person meets them. Spec 5.
import { expect, test } from 'vitest'
import { admin, withDashboard } from './support/dashboard.ts'
import { totpCode } from './support/totp.ts'

const dashboard = withDashboard({ isSetUp: false })

test('without the link, set-up says where the link is', async () => {
  const page = await dashboard.open('/')
  await page.getByRole('heading', { name: 'Set up Levelrail' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/setup')
  await page.getByText('npm run up').waitFor()
  await page.getByText('setup-token').waitFor()
  expect(await page.getByLabel('E-mail').count()).toBe(0)
})

test('the set-up link makes the first admin and signs in', async () => {
  const page = await dashboard.open(`/setup#token=${dashboard.server.setupToken}`)
  await page.getByLabel('E-mail').fill(admin.email)
  expect(page.url()).not.toContain('token')
  await page.getByLabel('Display name').fill(admin.display_name)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByText('At least 10 characters, 5 to go').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.getByRole('heading', { name: 'System status' }).waitFor()
  await page.getByRole('table', { name: 'Background work' }).waitFor()
  await page.goto('/setup')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a wrong password is refused in words, the right one leads back to where one was going', async () => {
  const page = await dashboard.open('/audit?outcome=refused')
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  expect(new URL(page.url()).search).toBe('?outcome=refused')
  await page.getByRole('row').getByText('refused').first().waitFor()
})

test('the second factor is turned on, asked for, and stands in by a recovery code', async () => {
  dashboard.expectComplaint(/status of 400/)
  const page = await dashboard.openAs(admin, '/account/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = (await dialog.locator('code').first().textContent()) ?? ''
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)

  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('alert').getByText('The code is wrong').waitFor()
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret, -1))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText('Keep these now').waitFor()
  const recoveryCodes = await dialog.getByRole('listitem').allInnerTexts()
  expect(recoveryCodes.length).toBeGreaterThan(5)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText(`${recoveryCodes.length} recovery codes left`).waitFor()

  await page.getByRole('button', { name: `Menu of ${admin.display_name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'System status' }).waitFor()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.goto('/account/security')
  await page.getByText(`${recoveryCodes.length - 1} recovery codes left`).waitFor()

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByLabel('Code or recovery code').fill(recoveryCodes[1] ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
})

test('a password change needs the current one and ends the other sessions', async () => {
  const other = await dashboard.openAs(admin, '/')
  const page = await dashboard.openAs(admin, '/account/security')
  await page.getByLabel('Current password', { exact: true }).fill('not the password')
  await page.getByLabel('New password', { exact: true }).fill('level enough 2')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByRole('alert').getByText('The current password is wrong.').waitFor()
  await page.getByLabel('Current password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByRole('status').getByText('Your password is changed').waitFor()

  await other.getByRole('link', { name: 'Users' }).click()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(new URL(other.url()).searchParams.get('return')).toBe('/users')

  await page.getByLabel('Current password', { exact: true }).fill('level enough 2')
  await page.getByLabel('New password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByRole('status').getByText('Your password is changed').last().waitFor()
})

test('after many failures the page counts down to the next try', async () => {
  const page = await dashboard.open('/login')
  // The page's clock stands still, so that a short wait is not over before it was looked at.
  const now = Date.now()
  await page.clock.setFixedTime(now)
  await page.getByLabel('E-mail').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  let status = 0
  for (let attempt = 0; attempt < 12 && status !== 429; attempt++) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/login'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    status = (await answer).status()
  }
  await page.getByText('Too many attempts').waitFor()
  const waiting = page.getByRole('button', { name: /Try again in \d+ s/ })
  expect(await waiting.isDisabled()).toBe(true)
  await page.clock.setFixedTime(now + 60_000)
  expect(await page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true)
})
