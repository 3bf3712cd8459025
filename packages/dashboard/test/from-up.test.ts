// The whole way of a new user: `npm run up`, the set-up link in a browser, the example by the form, and the page that
// the app serves through the ingress, at the address that the dashboard shows. How long that takes is printed, not judged.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../server/test/support/server.ts'
import { launchBrowser } from './support/browser.ts'
import { admin } from './support/dashboard.ts'
import { withEngine } from './support/engine.ts'

const root = join(import.meta.dirname, '../../..')
const engine = withEngine()
const folder = mkdtempSync(join(tmpdir(), 'levelrail-from-up-'))
const slow = { timeout: 120_000 }
let browser: Browser | undefined
let env: NodeJS.ProcessEnv = {}

afterAll(async () => {
  await browser?.close()
  await npm('down')
  rmSync(folder, { recursive: true, force: true })
})

test('from `npm run up` to a page served by an app of one’s own', { timeout: 600_000 }, async () => {
  const { DOCKER_HOST: _, SSH_CONNECTION: __, ...inherited } = process.env
  const ingressPort = await freePort()
  env = {
    ...inherited,
    ...engine.env,
    LEVELRAIL_RUN_DIR: join(folder, 'run'),
    APP_DATA_DIR: join(folder, 'data'),
    APP_HTTP_ADDR: `127.0.0.1:${await freePort()}`,
    APP_INGRESS_HTTP_ADDR: `127.0.0.1:${ingressPort}`,
    APP_INGRESS_HTTPS_ADDR: 'off',
    APP_MASTER_KEY: randomBytes(32).toString('base64'),
  }
  browser = await launchBrowser()
  const startedAt = Date.now()
  const up = await npm('up', '--', '--detach')
  const link = /http:\S+\/setup#token=\S+/.exec(up)?.[0] ?? ''
  expect(link, up).not.toBe('')
  const upMs = Date.now() - startedAt

  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  await page.goto(link)
  await page.getByLabel('Display name').fill(admin.display_name)
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.getByRole('link', { name: 'Apps', exact: true }).first().click()
  const status = await context.request.get(new URL('/api/v1/system/status', page.url()).href)
  engine.cleanUpAfter((await status.json()).instance_id)

  await page.getByRole('link', { name: 'Fill in the example' }).click()
  await page.getByRole('button', { name: 'Create and deploy' }).click()
  await page.getByRole('status', { name: 'State' }).getByText('Serving').waitFor(slow)
  const [own] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('region', { name: 'Address' })
      .getByRole('link', { name: `.localhost:${ingressPort}` })
      .click(slow),
  ])
  await own.getByText('"version":"1"').waitFor()
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  console.log(`from up to a served page: ${seconds(Date.now() - startedAt)} s, of which up took ${seconds(upMs)} s`)
})

/** As a person runs it, with a data folder and a port of its own; answers what it printed. */
async function npm(...args: string[]): Promise<string> {
  const child = spawn('npm', ['run', ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  await new Promise((resolve) => child.on('close', resolve))
  return output
}
