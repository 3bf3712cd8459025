// Logs and terminals of an app in the browser, on a real engine: what is written appears, what is typed runs. And what
// a removed app leaves behind.
import { expect, test } from 'vitest'
import { admin, withDashboard } from './support/dashboard.ts'
import { testImage, withEngine } from './support/engine.ts'

const engine = withEngine()
const dashboard = withDashboard({ isSetUp: true, env: { ...engine.env, APP_DEPLOY_READY_TIMEOUT: '60s' } })
const slow = { timeout: 60_000 }

test('the log follows live, is searched, stands still when scrolled up, and is downloaded', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  const { instance_id } = await page.evaluate(() => fetch('/api/v1/system/status').then((answer) => answer.json()))
  engine.cleanUpAfter(instance_id)
  const body = { name: 'web', image: testImage, port: 8080, exec_enabled: true }
  await page.evaluate(
    (json) =>
      fetch('/api/v1/apps', { method: 'POST', headers: { 'content-type': 'application/json' }, body: json }).then(
        ({ status }) => status,
      ),
    JSON.stringify(body),
  )
  await page.goto('/apps/web/logs')
  const log = page.getByRole('log', { name: 'Lines' })
  await log.getByText('test-app 1 listening on port 8080').waitFor(slow)
  const address = await page.evaluate(async () => {
    for (;;) {
      const [first] = await fetch('/api/v1/apps/web/replicas').then((answer) => answer.json())
      if (first?.ready) return first.address
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })
  const write = (words: string) => fetch(`http://${address}:8080/log/${words}`)
  await write('ERROR-out-of-cheese')
  await log.getByText('ERROR-out-of-cheese').waitFor()
  for (let number = 0; number < 60; number++) await write(`line-${number}`)
  await log.getByText('line-59', { exact: true }).waitFor()
  await log.evaluate((box) => box.scrollTo(0, 0))
  await page.getByRole('button', { name: /go on$/ }).waitFor()
  await write('while-paused')
  await page.getByRole('button', { name: '1 new, go on' }).waitFor()
  expect(await log.getByText('while-paused').count()).toBe(0)
  await page.getByRole('button', { name: '1 new, go on' }).click()
  await log.getByText('while-paused').waitFor()
  await page.getByLabel('Search the log').fill('CHEESE')
  await expect.poll(() => log.getByText('line-59', { exact: true }).count(), slow).toBe(0)
  await log.getByText('cheese').first().waitFor()
  await write('more-cheese')
  await log.getByText('more-', { exact: false }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^web-.+\.log$/)
})

test('a terminal runs what is typed, tells how it ended, and obeys the content policy', async () => {
  const page = await dashboard.openAs(admin, '/apps/web/terminal')
  await page.getByRole('button', { name: 'Open a terminal' }).click()
  await page.getByRole('status').getByText('Connected').waitFor(slow)
  await page.locator('.xterm-helper-textarea').focus()
  await page.keyboard.type('echo six times seven is $((6*7))\n')
  await page.locator('.xterm-rows').getByText('six times seven is 42').waitFor(slow)
  await page.keyboard.type('exit 3\n')
  await page.getByText('The shell ended with 3').waitFor(slow)
  await page.getByRole('button', { name: 'Open again' }).click()
  await page.getByRole('status').getByText('Connected').waitFor(slow)
})

test('a cleanup shows what is left over, and takes a volume only when it is chosen', async () => {
  const page = await dashboard.openAs(admin, '/')
  const ask = (method: string, path: string, body?: object) =>
    page.evaluate(
      async ([method, path, json]) => {
        const options = json ? { headers: { 'content-type': 'application/json' }, body: json } : {}
        return (await fetch(`/api/v1${path}`, { method, ...options })).json().catch(() => undefined)
      },
      [method, path, body ? JSON.stringify(body) : ''] as const,
    )
  await ask('POST', '/apps', {
    name: 'keeper',
    image: testImage,
    port: 8080,
    volumes: [{ name: 'data', path: '/data' }],
  })
  await expect.poll(async () => (await ask('GET', '/apps/keeper/deploys/latest')).outcome, slow).toBe('healthy')
  await ask('DELETE', '/apps/keeper')
  const orphans = async () =>
    (await ask('POST', '/system/cleanup', {})).orphaned_volumes.map(({ app }: { app: string }) => app)
  await expect.poll(orphans, slow).toEqual(['keeper'])

  await page.getByRole('button', { name: 'Clean up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clean up' })
  await dialog.getByText('Nothing is left over.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Nothing to remove' }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: /keeper-data/ }).check()
  await dialog.getByRole('button', { name: 'Remove 1 thing' }).click()
  await dialog.getByRole('status').getByText('1 thing removed').waitFor()
  expect(await orphans()).toEqual([])
})
