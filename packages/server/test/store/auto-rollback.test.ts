// Automatic rollbacks by what is stored, on both databases: once per episode, to another image, and only where wanted.
import type { AppCreate } from '@levelrail/contract/schemas/apps.ts'
import { describe, expect, test } from 'vitest'
import { autoRollback } from '../../src/features/deploys/auto-rollback.ts'
import { startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

const web = { params: { name: 'web' } }

/** An app whose deploys were healthy with these digests, oldest first; the last one runs. */
async function appWith(kind: 'sqlite' | 'postgres', digests: string[], fields: Partial<AppCreate> = {}) {
  const api = await startWithAdmin(kind)
  const body = { name: 'web', image: 'web:1', deploy: false, auto_rollback: true, ...fields }
  const { body: app } = await api.call('appCreate', { body }, api.admin)
  const ids: string[] = []
  for (const digest of digests) {
    const { body: deploy } = await api.call('deployCreate', { ...web, body: { image: `web:${digest}` } }, api.admin)
    const settled = { digest, outcome: 'healthy', finished_at: deploy.started_at }
    await api.ctx.db.updateTable('deploys').set(settled).where('id', '=', deploy.id).execute()
    ids.push(deploy.id)
  }
  const running = { deployId: ids.at(-1), digest: digests.at(-1), spec: {}, nonce: app.restart_nonce }
  if (digests.length > 0)
    await api.ctx.db
      .updateTable('apps')
      .set({ running: JSON.stringify(running) })
      .execute()
  return { api, ids, roll: (episode: string) => autoRollback(api.ctx, 'web', episode, 'it crashes') }
}

describe.each(storeKinds)('on %s', (kind) => {
  test('it goes back to the newest other image, once per episode, and is audited', async () => {
    const { api, ids, roll } = await appWith(kind, ['a', 'b', 'c', 'c'])
    const deploy = await roll('episode-1')
    expect(deploy).toMatchObject({
      source: 'auto_rollback',
      rollbackTo: ids[1],
      image: 'web:b',
      digest: 'b',
      note: 'it crashes',
    })
    await api.call('deployCancel', { params: { name: 'web', deployId: deploy?.id ?? '' } }, api.admin)
    expect(await roll('episode-1')).toBeUndefined()
    expect(await roll('episode-2')).toMatchObject({ rollbackTo: ids[1] })
    const { body: audit } = await api.call('auditList', {}, api.admin)
    expect(audit.filter(({ action }) => action === 'auto_rollback')).toHaveLength(2)
  })

  test.each<[string, string[], Partial<AppCreate>]>([
    ['there is no other image', ['a', 'a'], {}],
    ['nothing ever ran', [], {}],
    ['it is not wanted', ['a', 'b'], { auto_rollback: false }],
  ])('nothing happens when %s', async (_, digests, fields) => {
    const { api, roll } = await appWith(kind, digests, fields)
    expect(await roll('episode-1')).toBeUndefined()
    expect((await api.call('auditList', {}, api.admin)).body.map(({ action }) => action)).not.toContain('auto_rollback')
  })

  test('nothing happens while a deploy is in progress or the app is stopped', async () => {
    const { api, roll } = await appWith(kind, ['a', 'b'])
    await api.call('deployCreate', { ...web, body: { image: 'web:c' } }, api.admin)
    expect(await roll('episode-1')).toBeUndefined()
    await api.call('deployCancel', { params: { name: 'web', deployId: 'latest' } }, api.admin)
    await api.call('appStop', web, api.admin)
    expect(await roll('episode-1')).toBeUndefined()
    await api.call('appStart', web, api.admin)
    expect(await roll('episode-1')).toMatchObject({ image: 'web:a' })
  })
})
