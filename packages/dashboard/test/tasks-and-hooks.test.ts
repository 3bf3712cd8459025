// Hooks of a deploy and scheduled tasks in the browser, on a real engine.
import { expect, test } from 'vitest'
import { joinCommand } from '../app/forms/command-line.ts'
import { callAs } from './support/call-as.ts'
import { admin, withDashboard } from './support/dashboard.ts'
import { testImage, withEngine } from './support/engine.ts'

const engine = withEngine()
const dashboard = withDashboard({ isSetUp: true, env: { ...engine.env, APP_DEPLOY_READY_TIMEOUT: '60s' } })
const slow = { timeout: 90_000 }
const shell = (script: string) => ({ command: ['/bin/sh', '-c', script], timeout: '1m' })

test('the page of a deploy says how its hooks went', async () => {
  const page = await dashboard.openAs(admin, '/apps')
  engine.cleanUpAfter((await callAs(page, 'GET', '/system/status')).instance_id)
  const hooks = { pre_deploy: shell('echo migrating'), post_deploy: shell('echo nobody to tell; exit 3') }
  await callAs(page, 'POST', '/apps', { name: 'web', image: testImage, port: 8080, hooks })
  await expect.poll(async () => (await callAs(page, 'GET', '/apps/web/deploy-attempts')).length, slow).toBe(1)
  const [deploy] = await callAs(page, 'GET', '/apps/web/deploy-attempts')
  await page.goto(`/apps/web/deploys/${deploy.id}`)
  const pre = page.getByRole('listitem').filter({ hasText: 'Before the deploy' })
  await pre.getByText('succeeded').waitFor(slow)
  await pre.getByText('exit 0').waitFor()
  await pre.getByText(joinCommand(hooks.pre_deploy.command)).waitFor()
  const post = page.getByRole('listitem').filter({ hasText: 'After the deploy' })
  await post.getByText('failed', { exact: true }).waitFor(slow)
  await post.getByText('exit 3', { exact: true }).waitFor()
  await post.getByText(/^[\d.]+ m?s$/).waitFor()
  await page.getByRole('region', { name: 'Deploy', exact: true }).getByText('healthy').waitFor(slow)
})

test('a task is added, run by hand, and its history shows what it wrote', async () => {
  const page = await dashboard.openAs(admin, '/apps/web/tasks')
  await page.getByText('No scheduled tasks').waitFor()
  await page.getByRole('button', { name: 'Add a task' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('clean')
  await dialog.getByLabel('Time zone').fill('UTC')
  await dialog.getByLabel('Schedule').fill('30 4 1 1 *')
  await dialog.getByRole('status').getByText('04:30').first().waitFor(slow)
  await dialog.getByLabel('Command').fill('/bin/sh\n-c\necho swept clean')
  await dialog.getByRole('button', { name: 'Add the task' }).click()
  const row = page.getByRole('row', { name: 'clean' })
  await row.getByText('never').waitFor()
  await row.getByRole('button', { name: 'Run clean now' }).click()
  await row.getByText('succeeded').waitFor(slow)
  await row.getByRole('button', { name: 'History of clean' }).click()
  await dialog.getByText('swept clean').waitFor()
})
