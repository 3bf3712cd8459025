// Pages that follow what happens: a change by somebody else shows by itself, a cut stream is said and made up for, and a
// page where nothing happens asks nothing.
import { expect, test } from 'vitest'
import { admin, withDashboard } from './support/dashboard.ts'

const dashboard = withDashboard({ isSetUp: true })
const slow = { timeout: 60_000 }

test('what somebody else does shows on the page without a touch', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  const { request } = page.context()
  await page.getByText('No apps yet').waitFor()
  await request.post('/api/v1/apps', { data: { name: 'made-elsewhere' } })
  await page.getByRole('row', { name: /made-elsewhere/ }).waitFor(slow)
  await page.getByRole('link', { name: 'made-elsewhere' }).click()
  await page.getByRole('status', { name: 'State' }).getByText('Never deployed').waitFor(slow)
  await request.post('/api/v1/apps/made-elsewhere/stop')
  await page.getByRole('status', { name: 'State' }).getByText('Stopped', { exact: true }).waitFor(slow)
  await page.getByRole('link', { name: 'Users' }).click()
  const data = { email: 'new@example.com', password: 'long enough 1', display_name: 'New Person', role: 'viewer' }
  await page.getByRole('row', { name: admin.display_name }).waitFor()
  await request.post('/api/v1/users', { data })
  await page.getByRole('row', { name: 'New Person' }).waitFor(slow)
})

test('while the stream is cut the page says so and asks now and then, until it is back', async () => {
  dashboard.expectComplaint(/ERR_FAILED/)
  const page = await dashboard.openAs(admin, '/login')
  await page.route('**/api/v1/changes*', (route) => route.abort())
  await page.goto('/apps')
  const mark = page.getByRole('status', { name: 'Connection' })
  await mark.getByText('Not live').waitFor(slow)
  await page.getByRole('row', { name: /made-elsewhere/ }).waitFor()
  await page.context().request.post('/api/v1/apps', { data: { name: 'made-meanwhile' } })
  await page.getByRole('row', { name: /made-meanwhile/ }).waitFor(slow)
  await page.unroute('**/api/v1/changes*')
  await mark.getByText('Live', { exact: true }).waitFor(slow)
})

test('a page where nothing happens asks nothing', async () => {
  const page = await dashboard.openAs(admin, '/users')
  await page.getByRole('row', { name: admin.display_name }).waitFor()
  await page.getByRole('status', { name: 'Connection' }).getByText('Live', { exact: true }).waitFor()
  await page.waitForLoadState('load')
  // Its own stream, whose first beat comes after 20 s without a change.
  const beat = `new Promise((resolve) => {
    const source = new EventSource('/api/v1/changes')
    source.addEventListener('beat', () => resolve(source.close()))
  })`
  await page.evaluate(beat)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.evaluate(beat)
  expect(asked.filter((path) => path !== '/api/v1/changes')).toEqual([])
})

test('signed out elsewhere, the page goes to sign-in', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  await page.getByRole('row', { name: /made-elsewhere/ }).waitFor()
  await page.context().request.post('/api/v1/auth/logout')
  await page.getByRole('button', { name: 'Sign in' }).waitFor(slow)
})
