// Freeze windows and approvals in the browser, with deploys that a real engine runs.
import { expect, test } from 'vitest'
import { callAs } from './support/call-as.ts'
import { admin, withDashboard } from './support/dashboard.ts'
import { testImage, withEngine } from './support/engine.ts'

const engine = withEngine()
const dashboard = withDashboard({ isSetUp: true, env: engine.env })
const slow = { timeout: 60_000 }
const bob = { email: 'bob@example.com', password: 'only looking 1', display_name: 'Bob', role: 'operator' }
const vera = { email: 'vera@example.com', password: 'only looking 1', display_name: 'Vera', role: 'viewer' }

test('a freeze window is made and drawn, holds a deploy, and is overridden with a reason', {
  timeout: 180_000,
}, async () => {
  const page = await dashboard.openAs(admin, '/')
  engine.cleanUpAfter((await callAs(page, 'GET', '/system/status')).instance_id)
  await callAs(page, 'POST', '/users', bob)
  await callAs(page, 'POST', '/users', vera)
  await callAs(page, 'POST', '/apps', { name: 'shop', image: testImage, port: 8080, deploy: false })

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Freeze windows' }).click()
  await page.getByText('No freeze windows').waitFor()
  await page.getByRole('button', { name: 'New freeze window' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('launch')
  await dialog.getByLabel('Reason').fill('the launch is on')
  const [from, until] = [await dialog.getByLabel('From').inputValue(), await dialog.getByLabel('Until').inputValue()]
  await dialog.getByLabel('Until').fill('2020-01-01T00:00')
  dashboard.expectComplaint(/status of 400/)
  await dialog.getByRole('button', { name: 'Make the freeze window' }).click()
  await dialog.getByRole('alert').getByText('is past').waitFor()
  await dialog.getByLabel('Until').fill(until)
  expect(from < until).toBe(true)
  await dialog.getByRole('button', { name: 'Make the freeze window' }).click()
  const row = page.getByRole('row', { name: 'launch' })
  await row.getByText('holds').waitFor()
  await page
    .getByRole('region', { name: 'Calendar' })
    .getByRole('button', { name: /^launch: / })
    .first()
    .waitFor()

  await page.getByRole('button', { name: 'New freeze window' }).click()
  await dialog.getByLabel('Name').fill('nights')
  await dialog.getByLabel('For').selectOption('app')
  await dialog.getByLabel('Which').selectOption('shop')
  await dialog.getByLabel('Again and again').check()
  await dialog.getByRole('button', { name: 'Nights' }).click()
  await dialog.getByRole('status').getByText('every day at 20:00').waitFor()
  await dialog.getByRole('button', { name: 'Make the freeze window' }).click()
  await page.getByRole('row', { name: 'nights' }).getByText('shop').waitFor()
  await page.getByRole('button', { name: 'Delete nights' }).click()
  await dialog.getByRole('button', { name: 'Delete the freeze window' }).click()
  await page.getByRole('row', { name: 'nights' }).waitFor({ state: 'detached' })

  const seen = await dashboard.openAs(vera, '/freezes')
  await seen.getByRole('row', { name: 'launch' }).waitFor()
  expect(await seen.getByRole('main').getByRole('button').count()).toBe(0)

  const held = await callAs(page, 'POST', '/apps/shop/deploys', {})
  await page.goto('/apps/shop')
  await page.getByText(`The deploy of ${testImage} is held`).waitFor()
  await page.goto('/apps/shop/deploys')
  await page
    .getByRole('row', { name: /blocked/ })
    .getByText('Held by freeze')
    .waitFor()
  await page.getByRole('link', { name: `Deploy ${held.id}` }).click()
  const card = page.getByRole('region', { name: 'Why it is held' })
  await card.getByText('launch').waitFor()
  await card.getByRole('button', { name: 'Override with a reason' }).click()
  expect(await dialog.getByRole('button', { name: 'Deploy anyway' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').fill('the shop is down')
  await dialog.getByRole('button', { name: 'Deploy anyway' }).click()
  await page.getByText('Past a freeze window: the shop is down').waitFor()
  await page.getByRole('region', { name: 'Deploy', exact: true }).getByText('healthy').waitFor(slow)
  await page.getByRole('region', { name: 'Log' }).getByText('--- healthy').waitFor(slow)
})

test('a deploy waits in the inbox until somebody else has approved it', { timeout: 180_000 }, async () => {
  const page = await dashboard.openAs(admin, '/approvals')
  for (const { id } of await callAs(page, 'GET', '/freeze-windows'))
    await callAs(page, 'DELETE', `/freeze-windows/${id}`)
  await page.getByText('Nothing waits for an approval').waitFor()
  await page.getByRole('button', { name: 'Require approvals' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('For').selectOption('app')
  await dialog.getByLabel('Which').selectOption('shop')
  await dialog.getByRole('button', { name: 'Require approvals' }).click()
  await page.getByRole('row', { name: 'shop' }).getByText('1 other person').waitFor()

  const first = await callAs(page, 'POST', '/apps/shop/deploys', { note: 'new colours' })
  const waiting = page.getByRole('table', { name: 'Waiting' })
  await waiting.getByText('you asked for this deploy yourself').waitFor(slow)
  expect(await waiting.getByRole('button').count()).toBe(0)

  const other = await dashboard.openAs(bob, '/approvals')
  await other.getByRole('button', { name: 'Reject the deploy of shop' }).click()
  const decision = other.getByRole('dialog')
  await decision.getByLabel('Comment').fill('not today')
  await decision.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('table', { name: 'Decided' }).getByText('bob@example.com: not today').waitFor(slow)

  const second = await callAs(page, 'POST', '/apps/shop/deploys', {})
  await page.goto(`/apps/shop/deploys/${second.id}`)
  await page.getByRole('region', { name: 'Why it is held' }).getByText('Waits for an approval').waitFor()
  await other.goto(`/apps/shop/deploys/${second.id}`)
  await other.getByRole('button', { name: 'Approve' }).click()
  await decision.getByRole('heading', { name: 'What will change' }).waitFor()
  await decision.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('list', { name: 'Decisions' }).getByText('bob@example.com approved it').waitFor(slow)
  await page.getByRole('region', { name: 'Deploy', exact: true }).getByText('healthy').waitFor(slow)
  await page.goto(`/apps/shop/deploys/${first.id}`)
  await page.getByText('The approval was rejected').waitFor()
})
