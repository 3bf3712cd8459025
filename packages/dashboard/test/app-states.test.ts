// States of an app that are slow to bring about with an engine: the answers are given to a real browser instead.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admin, withDashboard } from './support/dashboard.ts'

const dashboard = withDashboard({ isSetUp: true })
const slow = { timeout: 30_000 }
const at = '2026-01-02T03:04:05.000Z'

const deployOf = (id: string) => ({
  ...{ id, app: 'web', image: 'web:1', digest: null, source: 'manual', rollback_to: null, outcome: 'healthy' },
  ...{ phases: [], note: '', by: 'ada', started_at: at, finished_at: at },
})

async function open(path: string, answers: (page: Page) => Promise<unknown>) {
  const page = await dashboard.openAs(admin, '/account')
  const { request } = page.context()
  // There already after the first test.
  await request.post('/api/v1/apps', { data: { name: 'web', port: 8080 } })
  await answers(page)
  await page.goto(path)
  return page
}

/** The app as it is, with a part of it told otherwise. */
function tellApp(page: Page, part: object) {
  return page.route('**/api/v1/apps/web', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...part } })
  })
}

test('the overview counts down to the next start', async () => {
  const next = new Date(Date.now() + 3_595_000).toISOString()
  const page = await open('/apps/web', (page) => tellApp(page, { next_restart_at: next }))
  const card = page.getByRole('region', { name: 'Next start' })
  await card.waitFor(slow)
  const words = () => card.textContent()
  const first = await words()
  expect(first).toMatch(/started again in 59 min \d\d s/)
  await expect.poll(words, slow).not.toBe(first)
  expect(await card.locator('time').getAttribute('datetime')).toBe(next)
})

test('what waits is named with what runs and what is saved, variables by name alone', async () => {
  const page = await open('/apps/web', async (page) => {
    const part = {
      pending: ['image', 'port', 'env'],
      current_deploy_id: 'dep_1',
      image: 'web:2',
      running_image: 'web:1',
    }
    await tellApp(page, part)
    const fields = [
      { field: 'port', before: '80', after: '8080' },
      { field: 'exec_enabled', before: 'false', after: 'true' },
    ]
    const env = [{ key: 'TOKEN', status: 'changed', secret: true }]
    await page.route('**/deploys/dep_1/diff?as=rollback', (route) => route.fulfill({ json: { fields, env } }))
  })
  const list = page.getByRole('region', { name: 'Pending edits' }).getByRole('list', { name: 'What waits' })
  await list.waitFor(slow)
  expect(await list.getByRole('listitem').allTextContents()).toEqual([
    'image: web:1 → web:2',
    'port: 80 → 8080',
    '±TOKEN secret changed',
  ])
})

test('deploys come in pages, down to the first', async () => {
  const page = await open('/apps/web/deploys', (page) =>
    page.route('**/api/v1/apps/web/deploy-attempts?*', (route) => {
      const before = new URL(route.request().url()).searchParams.get('before')
      const headers = before ? {} : { link: '</api/v1/apps/web/deploy-attempts?before=next>; rel="next"' }
      const count = before ? 5 : 200
      const json = Array.from({ length: count }, (_, index) => deployOf(`dep_${before ?? 'first'}_${index}`))
      return route.fulfill({ json, headers })
    }),
  )
  await page.getByRole('link', { name: 'Deploy dep_first_199', exact: true }).waitFor(slow)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('link', { name: 'Deploy dep_next_4', exact: true }).waitFor(slow)
  await page.getByText('205 shown, that is all.').waitFor()
})

test('a deploy tells how its hooks ended', async () => {
  const command = ['bin/hook', '--once']
  const hooks = [
    { kind: 'pre_deploy', command, outcome: 'succeeded', exit_code: 0, reason: '', started_at: at, finished_at: at },
    {
      kind: 'post_deploy',
      command,
      outcome: 'failed',
      exit_code: 3,
      reason: 'it ended with 3',
      started_at: at,
      finished_at: at,
    },
  ]
  const page = await open('/apps/web/deploys/dep_1', async (page) => {
    await page.route('**/api/v1/apps/web/deploy-attempts?*', (route) => route.fulfill({ json: [deployOf('dep_1')] }))
    await page.route('**/api/v1/apps/web/deploys/dep_1', (route) =>
      route.fulfill({ json: { ...deployOf('dep_1'), hooks } }),
    )
    await page.route('**/api/v1/apps/web/deploys/dep_1/logs*', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'event: end\ndata: {}\n\n' }),
    )
  })
  const region = page.getByRole('region', { name: 'Hooks' })
  await region.getByText('exit 3').waitFor(slow)
  await region.getByText('it ended with 3').waitFor()
  await region.getByText('The new version serves all the same.').waitFor()
})
