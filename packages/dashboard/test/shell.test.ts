// The frame around every page: themes, widths, keyboard, the connection mark, and a quiet console everywhere.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { paths } from '../app/paths.ts'
import { admin, withDashboard } from './support/dashboard.ts'

const dashboard = withDashboard({ isSetUp: true })
const signedInPaths = Object.values(paths).filter(
  (path) => !path.includes('$') && path !== paths.login && path !== paths.setup,
)

test('every page opens without a complaint of the browser', async () => {
  const page = await dashboard.openAs(admin, '/', { colorScheme: 'light' })
  for (const path of signedInPaths) {
    await openPage(page, path)
    expect(await page.locator('html').getAttribute('data-theme'), path).toBe('light')
    expect(await overflow(page), path).toBe(0)
  }
})

test('the theme is chosen in the menu and remembered', async () => {
  const page = await dashboard.openAs(admin, '/', { colorScheme: 'light' })
  const theme = () => page.locator('html').getAttribute('data-theme')
  expect(await theme()).toBe('light')
  await page.getByRole('button', { name: `Menu of ${admin.display_name}` }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(await theme()).toBe('dark')
  await page.reload()
  expect(await theme()).toBe('dark')
})

test('on a dark phone the side bar folds, and no page overflows', async () => {
  const page = await dashboard.openAs(admin, '/', { colorScheme: 'dark', viewport: { width: 375, height: 720 } })
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
  for (const path of signedInPaths) {
    await openPage(page, path)
    expect(await page.locator('html').getAttribute('data-theme'), path).toBe('dark')
    expect(await overflow(page), path).toBe(0)
  }
})

test('the command palette goes to a page by a word that is not its name', async () => {
  const page = await dashboard.openAs(admin, '/')
  await page.getByRole('heading', { name: 'System status' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('history')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  expect(await page.title()).toBe('Audit log · Levelrail')
})

test('a page whose script or style is cut on its way comes up by itself', async () => {
  dashboard.expectComplaint(/ERR_CONNECTION_RESET/)
  for (const what of [/\/assets\/index-[^/]+\.js$/, /\/assets\/index-[^/]+\.css$/]) {
    const page = await dashboard.openAs(admin, '/')
    let cuts = 0
    await page.route(what, (route) => (cuts++ === 0 ? route.abort('connectionreset') : route.fallback()))
    await page.goto('/')
    await page.getByRole('heading', { name: 'System status' }).waitFor()
    await expect.poll(() => cuts, { message: String(what) }).toBe(2)
    await page.getByRole('heading', { name: 'System status' }).waitFor()
  }
})

test('the file of a page that is cut on its way is fetched again, and the rest of the page stays', async () => {
  dashboard.expectComplaint(/ERR_CONNECTION_RESET/)
  const page = await dashboard.openAs(admin, '/')
  await page.getByRole('heading', { name: 'System status' }).waitFor()
  await page.evaluate('window.isStillHere = true')
  let cuts = 0
  await page.route(/\/assets\/audit-page-[^/]+\.js$/, (route) =>
    cuts++ === 0 ? route.abort('connectionreset') : route.fallback(),
  )
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  expect(cuts).toBe(2)
  expect(await page.evaluate('window.isStillHere')).toBe(true)
})

test('an address that no page has says so', async () => {
  const page = await dashboard.openAs(admin, '/no/such/page')
  await page.getByRole('heading', { name: 'No such page' }).waitFor()
})

test('the connection mark says when the control plane is away, keeps what was read, and recovers', async () => {
  dashboard.expectComplaint(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|cannot reach/)
  const page = await dashboard.openAs(admin, '/users')
  const mark = page.getByRole('status', { name: 'Connection' })
  await mark.getByText('Live').waitFor()
  await page.getByRole('row', { name: admin.display_name }).waitFor()

  await dashboard.server.stop()
  await page.getByRole('link', { name: 'Tokens' }).click()
  await mark.getByText('Unreachable since').waitFor()
  await page.getByRole('alert').getByText('the control plane does not answer').waitFor()
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('row', { name: admin.display_name }).waitFor()

  await dashboard.startAgain()
  await mark.getByText('Live').waitFor()
  await page.getByRole('link', { name: 'Tokens' }).click()
  await page.getByText('No tokens').waitFor()
})

/** Opens a page and waits until its data is drawn. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}
