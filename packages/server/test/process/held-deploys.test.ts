// Held deploys and kill -9: they are still held after a restart, go on when nothing holds them, and do so exactly once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import type { AppEvent } from '@levelrail/contract/schemas/events.ts'
import type { FreezeWindow } from '@levelrail/contract/schemas/guards.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { adminEnv, type Credential, send, signIn, succeed } from '../support/admin-api.ts'
import { eventually } from '../support/eventually.ts'
import { serverForTest } from '../support/for-test.ts'
import type { RunningServer } from '../support/server.ts'
import { postgresForTests, storeKinds } from '../support/stores.ts'

const failpoints = join(import.meta.dirname, '../support/failpoints.ts')
const hourMs = 3_600_000

interface Installation {
  start(failpoint?: string): Promise<RunningServer>
}

async function install(kind: 'sqlite' | 'postgres'): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-held-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const database = kind === 'postgres' ? { APP_DATABASE_URL: await (await postgresForTests()).newDatabase() } : {}
  const env = { ...adminEnv, ...database, APP_LEASE_TTL: '2s', APP_DOCKER_HOST: `unix://${dataDir}/no-engine.sock` }
  return {
    start: (failpoint) =>
      serverForTest({
        dataDir,
        env: { ...env, ...(failpoint ? { LEVELRAIL_FAILPOINT: failpoint } : {}) },
        imports: [failpoints],
      }),
  }
}

/** An app with a deploy that a freeze window holds. */
async function holdOne({ url }: RunningServer) {
  const session = await signIn(url)
  await succeed(url, session, 'POST', '/api/v1/apps', { name: 'web', image: 'web:1', deploy: false })
  const ends_at = new Date(Date.now() + 48 * hourMs).toISOString()
  const { body: window } = await succeed<FreezeWindow>(url, session, 'POST', '/api/v1/freeze-windows', {
    ...{ name: 'weekend', ends_at },
  })
  const { body: held } = await succeed<Deploy>(url, session, 'POST', '/api/v1/apps/web/deploys', { image: 'web:2' })
  expect(held.outcome).toBe('blocked')
  return { session, held, window: `/api/v1/freeze-windows/${window.id}` }
}

async function view({ url }: RunningServer, session: Credential, id: string): Promise<Deploy> {
  return (await succeed<Deploy>(url, session, 'GET', `/api/v1/apps/web/deploys/${id}`)).body
}

async function expectReleasedOnce(server: RunningServer, session: Credential, id: string): Promise<void> {
  await eventually(async () => (await view(server, session, id)).outcome).not.toBe('blocked')
  const { body: deploys } = await succeed<Deploy[]>(server.url, session, 'GET', '/api/v1/apps/web/deploy-attempts')
  expect(deploys.map((deploy) => [deploy.id, deploy.image])).toEqual([[id, 'web:2']])
  expect(deploys[0]?.phases.map(({ name }) => name).slice(0, 2)).toEqual(['held', 'queued'])
  const { body: events } = await succeed<AppEvent[]>(server.url, session, 'GET', '/api/v1/apps/web/events')
  expect(events.filter(({ kind }) => kind === 'deploy_released')).toHaveLength(1)
}

describe.each(storeKinds)('on %s', (kind) => {
  test('a held deploy is still held after a kill, and goes on when its window is gone', async () => {
    const { start } = await install(kind)
    const first = await start()
    const { session, held, window } = await holdOne(first)
    first.kill('SIGKILL')
    await first.ended
    const second = await start()
    expect(await view(second, session, held.id)).toMatchObject({ outcome: 'blocked', hold: held.hold })
    await succeed(second.url, session, 'DELETE', window)
    await expectReleasedOnce(second, session, held.id)
  })

  test('a window that ends while nobody is there holds nothing any more', async () => {
    const { start } = await install(kind)
    const first = await start()
    const { session, held, window } = await holdOne(first)
    const ends_at = new Date(Date.now() + 10_000).toISOString()
    await succeed(first.url, session, 'PATCH', window, { ends_at })
    first.kill('SIGKILL')
    await first.ended
    await expectReleasedOnce(await start(), session, held.id)
  })

  test.each(['held-deploy.before-commit', 'held-deploy.advanced'])(
    'killed at %s, it goes on exactly once',
    async (place) => {
      const { start } = await install(kind)
      const dying = await start(place)
      const { session, held, window } = await holdOne(dying)
      await send(dying.url, session, 'DELETE', window).catch(() => {})
      expect(await dying.ended).toBeNull()
      await expectReleasedOnce(await start(), session, held.id)
    },
  )
})
