// A control plane without a master key says so on the status page, and where something needs the key.
import { test } from 'vitest'
import { admin, withDashboard } from './support/dashboard.ts'

const dashboard = withDashboard({ isSetUp: true, env: { APP_MASTER_KEY: '' } })

test('without a master key the words of the server say what to do', async () => {
  const page = await dashboard.openAs(admin, '/')
  await page.getByRole('list', { name: 'Conditions' }).getByText('Secrets ready · false').waitFor()
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('alert').getByText('set APP_MASTER_KEY').waitFor()
})
